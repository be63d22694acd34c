package io.neardup.cli;

import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.OutputFile;
import io.neardup.records.Surrogates;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/// A report in JSON, or as an HTML page.
interface Report {

  /// What is written as JSON.
  Object json();

  /// The page.
  HtmlPage html();

  /// The name of a report.
  ///
  /// @throws FileFailure if it ends with neither `.html` nor `.json`, and is no stream
  static String named(String name) {
    if (!OutputFile.isStream(name) && !name.endsWith(".html") && !name.endsWith(".json")) {
      throw new FileFailure(name + ": a report is .html or .json");
    }
    return name;
  }

  /// Writes it in the format that the name of a file shows.
  default void write(OutputFile file) throws IOException {
    String report =
        file.name().endsWith(".html")
            ? html().toString()
            : JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build()
                    .writeValueAsString(json())
                + "\n";
    try (OutputStream out = file.open()) {
      out.write(Surrogates.escaped(report).getBytes(StandardCharsets.UTF_8));
    }
  }
}
