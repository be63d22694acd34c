package io.neardup.cli.files;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

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
