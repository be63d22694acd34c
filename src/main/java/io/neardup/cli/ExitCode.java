package io.neardup.cli;

/// The exit codes, as `--help` documents them.
final class ExitCode {

  /// Done.
  static final int OK = 0;

  /// Not done: no output was written.
  static final int FAILED = 1;

  /// The arguments are not valid.
  static final int USAGE = 2;

  /// Done, but records were skipped.
  static final int SKIPPED = 3;

  private ExitCode() {}
}
