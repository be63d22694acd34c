package io.neardup.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// With what the input is compared.
final class ReferenceOptions {

  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "a reference, of any format, which is read and never written: what is near one of its"
              + " records is reported of the input. Ends with the next option")
  List<String> files = new ArrayList<>();

  boolean isGiven() {
    return !files.isEmpty();
  }
}
