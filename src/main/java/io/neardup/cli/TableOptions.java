package io.neardup.cli;

import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordFormat;
import io.neardup.cli.files.TableWriter;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Where results go, and in which format.
final class TableOptions {

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "the output, which appears when it is complete; - (default) for the standard output")
  String output = "-";

  @Option(
      names = "--output-format",
      paramLabel = "FORMAT",
      description = "jsonl, csv or tsv; by default by the extension of the output, or jsonl")
  @Nullable RecordFormat format;

  /// Creates the writer of an output.
  ///
  /// @throws ParameterException if its format cannot be written
  TableWriter writer(CommandSpec command, OutputFile file, List<String> columns)
      throws IOException {
    RecordFormat chosen =
        format != null ? format : RecordFormat.ofFile(file.name()).orElse(RecordFormat.JSONL);
    if (chosen == RecordFormat.LINES || chosen == RecordFormat.PARQUET) {
      throw new ParameterException(
          command.commandLine(),
          file.name() + ": results are written as jsonl, csv or tsv, not as " + chosen);
    }
    return new TableWriter(chosen, columns, file.open());
  }
}
