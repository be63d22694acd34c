package io.neardup.cli;

import io.neardup.cli.corpus.NullTexts;
import io.neardup.cli.files.FileLayout;
import io.neardup.cli.files.RecordFormat;
import io.neardup.options.PairOptions;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
      description =
          "column or field of the text; chosen by its name where that is clear. Several, as in"
              + " title,body, are joined by a line break; doc.body is a field inside an object, and"
              + " an array of strings is a text as well")
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
      names = "--encoding",
      paramLabel = "NAME",
      description =
          "of texts, such as windows-1252 or GB18030; by default UTF-8, or as their byte order"
              + " marks say")
  @Nullable Charset encoding;

  @Option(
      names = "--delimiter",
      paramLabel = "CHAR",
      description = "between the fields of csv, such as ';' or tab; by default as the files show")
  @Nullable String delimiter;

  @Option(
      names = "--on-error",
      paramLabel = "ACTION",
      description =
          "what to do with a record that cannot be read: stop (default), or skip, report it and"
              + " exit with 3")
  OnError onError = OnError.stop;

  @Option(
      names = "--rejects",
      paramLabel = "FILE",
      description =
          "a list of the records that --on-error skip leaves out: file, line, column (0 if it is"
              + " not known) and reason; jsonl, csv or tsv")
  @Nullable String rejects;

  @Option(
      names = "--null",
      paramLabel = "ACTION",
      description =
          "what to do with a record whose text is null or missing: refuse it as one that cannot be"
              + " read (default); keep it, as a near-duplicate of nothing; or drop it, also if the"
              + " text is empty")
  NullTexts nulls = NullTexts.REFUSE;

  /// What is known about the layout of the files.
  ///
  /// @throws ParameterException if the delimiter is not a character
  FileLayout.Requested layout(CommandSpec command) {
    String named = delimiter;
    if (named == null) {
      return new FileLayout.Requested(format, encoding, null);
    }
    String plain = named.equals("tab") || named.equals("\\t") ? "\t" : named;
    PairOptions.require(
        command,
        plain.length() == 1 && plain.charAt(0) <= 0x7E && !"\"\r\n".contains(plain),
        "--delimiter must be tab or one ASCII character but a quote, was '" + named + "'");
    return new FileLayout.Requested(format, encoding, plain.charAt(0));
  }

  /// What to do with records that cannot be read.
  @SuppressWarnings("JavaCase") // as written in the option
  enum OnError {
    stop,
    skip
  }
}
