package io.neardup.options;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/// What the input is compared with.
public final class ReferenceOptions {

  @Option(
      names = "--against",
      arity = "1..*",
      paramLabel = "FILE",
      description =
          "reference files of any format, only read: input records near one of theirs are reported."
              + " The list ends at the next option, so name the input before it")
  private List<String> files = new ArrayList<>();

  /// The files of the reference, empty without one.
  public List<String> files() {
    return files;
  }

  /// Whether there is a reference.
  public boolean isGiven() {
    return !files.isEmpty();
  }
}
