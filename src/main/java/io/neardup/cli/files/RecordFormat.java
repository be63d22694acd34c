package io.neardup.cli.files;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Formats of files of records.
public enum RecordFormat {
  /// A JSON object on each line.
  JSONL("jsonl,ndjson,json"),

  /// RFC 4180, with a header line; fields may be quoted.
  CSV("csv"),

  /// Fields separated by tabs, with a header line and without quotes.
  TSV("tsv,tab"),

  /// A text on each line.
  LINES("lines,txt,text"),

  /// Apache Parquet.
  PARQUET("parquet,parq"),

  /// Web pages in WARC (ISO 28500), also texts of WET.
  WARC("warc,wet");

  private static final Pattern EXTENSION = Pattern.compile("[^/]\\.([a-z][a-z0-9]*)$");

  /// The extensions of files of any content.
  private static final Set<String> PLAIN = Set.of("log", "out", "dat", "data", "tmp");

  private final String extensions; // separated by commas

  RecordFormat(String extensions) {
    this.extensions = extensions;
  }

  private List<String> extensions() {
    return List.of(extensions.split(",", -1));
  }

  /// The format by the extension of a file, without the extension of its compression.
  public static Optional<RecordFormat> ofFile(String name) {
    String plain = Compression.plainName(name);
    return Arrays.stream(values())
        .filter(format ->
            format.extensions().stream().anyMatch(extension -> plain.endsWith("." + extension)))
        .findFirst();
  }

  /// The format by the extension of an output.
  ///
  /// @param input whose extension it may have as well
  /// @param known what is written, for messages
  /// @throws FileFailure if it has an extension that is not known, as of a spreadsheet
  public static Optional<RecordFormat> ofOutput(String name, String input, String known) {
    Optional<RecordFormat> format = ofFile(name);
    String extension = extension(name);
    FileFailure.require(
        format.isPresent()
            || extension.isEmpty()
            || PLAIN.contains(extension)
            || extension.equals(extension(input))
            || OutputFile.isStream(name),
        name,
        "."
            + extension
            + " is no format that is written; name it "
            + known
            + ", with .gz or .zst behind it to compress it, or without extension");
    return format;
  }

  /// What is behind the last dot of a name, without the extension of its compression. It begins
  /// with a letter: others are numbers, such as a date.
  private static String extension(String name) {
    Matcher extension = EXTENSION.matcher(Compression.plainName(name));
    return extension.find() ? extension.group(1) : "";
  }

  /// Whether the first line names the columns.
  public boolean hasHeader() {
    return this == CSV || this == TSV;
  }

  /// Whether files are no text of one encoding.
  boolean isBinary() {
    return this == PARQUET || this == WARC;
  }

  /// Its name in options.
  @Override
  public String toString() {
    return extensions().getFirst();
  }
}
