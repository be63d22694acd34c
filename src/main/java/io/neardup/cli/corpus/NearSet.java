package io.neardup.cli.corpus;

import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A group of near-duplicates.
///
/// @param survivor the number of the record to keep
/// @param kept whether it is kept: otherwise no member is
/// @param members the numbers of all records, ascending
/// @param distances of the members from the survivor
/// @param beyond the number of members that are no near-duplicates of the survivor
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record NearSet(int survivor, boolean kept, int[] members, int[] distances, int beyond) {

  /// Groups with further members: records that are inside others, and what was dropped for these.
  ///
  /// @param keptFor the record that is kept for each of them, which is none of them
  /// @param distance of two records
  public static List<NearSet> withContained(
      List<NearSet> groups, Map<Integer, Integer> keptFor, IntBinaryOperator distance) {
    Map<Integer, NearSet> bySurvivor = new LinkedHashMap<>();
    groups.forEach(group -> bySurvivor.put(group.survivor, group));
    keptFor.keySet().stream()
        .sorted()
        .forEach(record -> {
          int survivor = Objects.requireNonNull(keptFor.get(record));
          NearSet inside = orSingle(bySurvivor.remove(record), record);
          NearSet group = orSingle(bySurvivor.get(survivor), survivor);
          int[] all =
              IntStream.concat(IntStream.of(group.members), IntStream.of(inside.members))
                  .sorted()
                  .toArray();
          bySurvivor.put(
              survivor,
              new NearSet(
                  survivor,
                  true,
                  all,
                  IntStream.of(all).map(member -> distance.applyAsInt(survivor, member)).toArray(),
                  group.beyond + inside.beyond));
        });
    return bySurvivor.values().stream()
        .sorted(
            Comparator.comparingInt(NearSet::size).reversed().thenComparingInt(NearSet::survivor))
        .toList();
  }

  private static NearSet orSingle(@Nullable NearSet group, int record) {
    return group != null ? group : new NearSet(record, true, new int[] {record}, new int[1], 0);
  }

  /// The number of members.
  public int size() {
    return members.length;
  }

  /// The number of members of groups that are dropped for a record of the reference.
  public static long droppedFor(List<NearSet> groups, Reference reference) {
    return groups.stream()
        .filter(group -> reference.has(group.survivor()))
        .mapToLong(NearSet::dropped)
        .sum();
  }

  /// The number of members that are dropped.
  public int dropped() {
    return kept ? members.length - 1 : members.length;
  }

  /// The number of members of groups that are dropped.
  public static long dropped(List<NearSet> groups) {
    return groups.stream().mapToLong(NearSet::dropped).sum();
  }

  /// The records that are kept.
  public static BitSet kept(Corpus corpus, List<NearSet> groups) {
    BitSet kept = new BitSet();
    for (int number = 0; number < corpus.size(); number++) {
      kept.set(number, !corpus.isSkipped(number));
    }
    for (NearSet group : groups) {
      for (int member : group.members()) {
        kept.set(member, group.kept() && member == group.survivor());
      }
    }
    return kept;
  }

  /// The number of members of groups that are no near-duplicates of their survivor.
  public static long beyond(List<NearSet> groups) {
    return groups.stream().mapToLong(NearSet::beyond).sum();
  }
}
