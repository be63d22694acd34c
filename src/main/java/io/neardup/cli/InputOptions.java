package io.neardup.cli;

import io.neardup.cli.files.RecordFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// What is read, and how.
final class InputOptions {

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = {
        "files to read, in this order; patterns such as 'crawl/*.jsonl.gz' in quotes; - for the"
            + " standard input. gzip and zstd are recognised"
      })
  List<String> files = new ArrayList<>();

  @Option(
      names = "--text",
      paramLabel = "COLUMN",
      description = "column or field of the text; chosen by its name where that is clear")
  @Nullable String text;

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = "column or field of the id; without one, records are named by file:line")
  @Nullable String id;

  @Option(
      names = "--input-format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES}; by default by the extensions of the files")
  @Nullable RecordFormat format;

  @Option(
      names = "--on-error",
      paramLabel = "ACTION",
      defaultValue = "stop",
      description =
          "what to do with a record that cannot be read: stop (default), or skip, report it and"
              + " exit with 3")
  OnError onError = OnError.stop;

  /// What to do with records that cannot be read.
  @SuppressWarnings("JavaCase") // as written in the option
  enum OnError {
    stop,
    skip
  }
}
