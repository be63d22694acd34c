package io.neardup.cluster.changes;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/// Where the log of each partition ends at present, as far as writes were acknowledged.
@FunctionalInterface
public interface LogEnds {

  /// Marks a partition whose end is not known at present.
  long UNKNOWN = -1;

  /// The ends at present.
  CompletableFuture<Ends> now();

  /// Ends of partitions, [#UNKNOWN] for those that cannot be shown to be so far.
  ///
  /// @param applied positions at or after those of all writes that were acknowledged before the
  ///   question, up to which a replica has applied the log
  /// @param changed the same, without records at the end that are no changes of documents
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Ends(long[] applied, long[] changed) {

    /// Whether the ends of all partitions are known.
    public boolean areKnown() {
      return Arrays.stream(applied).noneMatch(end -> end == UNKNOWN);
    }
  }
}
