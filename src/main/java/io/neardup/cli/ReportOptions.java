package io.neardup.cli;

import io.neardup.cli.files.OutputFile;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// Which overviews of near-duplicates are written.
final class ReportOptions {

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "an overview with the histogram of distances and the largest groups, .html or .json; may"
              + " be given for each of them")
  List<String> names = new ArrayList<>();

  /// The outputs of a command.
  List<OutputFile> of(CorpusCommand command) {
    return names.stream().map(Report::named).map(command::output).toList();
  }
}
