package io.neardup.cluster.wire;

import io.neardup.store.Partitions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Questions to an instance about some of its partitions.
///
/// @param upTo for each partition, the position up to which the log is to be applied before
/// @param asOwner whether the instance answers only for partitions of which it is the owner
/// @param waitMillis how long the answer is waited for
public record ReadRequest(
    Map<Integer, Long> upTo, boolean asOwner, long waitMillis, List<Question> questions) {

  /// Rejects partitions that no topic has.
  public ReadRequest {
    requirePartitions(upTo.keySet());
  }

  static void requirePartitions(Set<Integer> partitions) {
    for (int partition : partitions) {
      if (partition < 0 || partition >= Partitions.MAX) {
        throw new IllegalArgumentException("invalid partition: " + partition);
      }
    }
  }
}
