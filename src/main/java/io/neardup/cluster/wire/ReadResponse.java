package io.neardup.cluster.wire;

import java.util.List;

/// The answers of an instance.
///
/// @param partitions about which it answers; the others it does not have, or not in time
/// @param applied for each, a position up to which its answers include the log
/// @param changed for each, a position after which there are no changes up to that
/// @param answers in the order of the questions, none if there are no partitions
@SuppressWarnings("ArrayRecordComponent") // never compared
public record ReadResponse(int[] partitions, long[] applied, long[] changed, List<Answer> answers) {

  /// An answer about no partition.
  public static final ReadResponse NOTHING =
      new ReadResponse(new int[0], new long[0], new long[0], List.of());
}
