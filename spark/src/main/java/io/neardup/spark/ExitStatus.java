package io.neardup.spark;

/// The exit codes, as `--help` documents them.
final class ExitStatus {

  /// Done.
  static final int OK = 0;

  /// Not done.
  static final int FAILED = 1;

  /// The arguments are not valid.
  static final int USAGE = 2;

  private ExitStatus() {}
}
