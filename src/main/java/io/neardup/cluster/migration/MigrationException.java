package io.neardup.cluster.migration;

import org.jspecify.annotations.Nullable;

/// A copy of a data directory into a cluster, or back, cannot be made. The message is one or two
/// sentences: the cause and the remedy.
public final class MigrationException extends RuntimeException {

  /// @param sentence the message
  MigrationException(String sentence) {
    this(sentence, null);
  }

  /// @param sentence the message
  MigrationException(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
