package io.neardup.cluster.wire;

import java.util.List;
import java.util.Map;

/// The answers of an instance.
///
/// @param partitions about which it answers; the others it does not have, or not in time
/// @param answers in the order of the questions, none if there are no partitions
public record ReadResponse(Map<Integer, Applied> partitions, List<Answer> answers) {

  /// Rejects partitions that no topic has.
  public ReadResponse {
    ReadRequest.requirePartitions(partitions.keySet());
  }

  /// An answer about no partition.
  public static final ReadResponse NOTHING = new ReadResponse(Map.of(), List.of());

  /// How far a partition is applied.
  ///
  /// @param position up to which the answers include the log
  /// @param changed a position after which there are no changes up to that
  public record Applied(long position, long changed) {}
}
