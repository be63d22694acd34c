package io.neardup.cli.corpus;

import io.neardup.passage.ContainedTexts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import java.util.stream.IntStream;

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
    return ContainedTexts.united(
            bySurvivor,
            keptFor,
            record -> new NearSet(record, true, new int[] {record}, new int[1], 0),
            (group, inside) -> group.with(inside, distance))
        .stream()
        .sorted(
            Comparator.comparingInt(NearSet::size).reversed().thenComparingInt(NearSet::survivor))
        .toList();
  }

  /// Records that are inside others, with the members of their groups.
  public static BitSet moved(List<NearSet> groups, Set<Integer> inside) {
    BitSet moved = new BitSet();
    inside.forEach(moved::set);
    groups.stream()
        .filter(group -> inside.contains(group.survivor))
        .forEach(group -> IntStream.of(group.members).forEach(moved::set));
    return moved;
  }

  private NearSet with(NearSet inside, IntBinaryOperator distance) {
    int[] all =
        IntStream.concat(IntStream.of(members), IntStream.of(inside.members)).sorted().toArray();
    return new NearSet(
        survivor,
        true,
        all,
        IntStream.of(all).map(member -> distance.applyAsInt(survivor, member)).toArray(),
        beyond + inside.beyond);
  }

  /// The distance of a member from the survivor.
  public int distance(int member) {
    return distances[Arrays.binarySearch(members, member)];
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

  /// The number of members of groups that are no near-duplicates of the record that is kept.
  public static long beyond(List<NearSet> groups) {
    return groups.stream().filter(NearSet::kept).mapToLong(NearSet::beyond).sum();
  }
}
