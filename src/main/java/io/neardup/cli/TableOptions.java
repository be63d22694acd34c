package io.neardup.cli;

import io.neardup.cli.files.RecordFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

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
}
