package io.neardup.spark.pair;

import java.io.Serializable;
import java.util.Map;

/// The groups that are too large for a task, and how they are divided.
///
/// @param chunks the number of chunks of a hot group, by its key: each task compares two of them
/// @param split the keys of groups that are divided by further blocks; the keys of their parts are
///   in `chunks` if they are hot as well
public record HotGroups(Map<Long, Integer> chunks, Map<Long, Boolean> split)
    implements Serializable {

  /// The number of chunks of a group, 1 if it is not divided.
  public int chunksOf(long key) {
    return chunks.getOrDefault(key, 1);
  }

  /// Whether a group is divided by further blocks.
  public boolean isSplit(long key) {
    return split.containsKey(key);
  }
}
