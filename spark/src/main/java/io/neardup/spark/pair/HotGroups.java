package io.neardup.spark.pair;

import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The groups that are too large for a task, and how they are divided.
///
/// @param chunks the number of chunks of a hot group, by its key: each task compares two of them
/// @param split the further blocks of groups that are divided by such; the keys of their parts are
///   in `chunks` if they are hot as well
public record HotGroups(Map<Long, Integer> chunks, Map<Long, KeyLayout> split)
    implements Serializable {

  /// No hot groups.
  public static final HotGroups NONE = new HotGroups(Map.of(), Map.of());

  /// The number of chunks of a group, 1 if it is not divided.
  public int chunksOf(long key) {
    return chunks.getOrDefault(key, 1);
  }

  /// The further blocks of a group, null if it is not divided by such.
  public @Nullable KeyLayout further(long key) {
    return split.get(key);
  }
}
