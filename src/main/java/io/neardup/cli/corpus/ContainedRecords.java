package io.neardup.cli.corpus;

import io.neardup.pairs.PairRounds;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.CommonPassages.SharedWords;
import io.neardup.passage.RecordText;
import io.neardup.passage.Winnowing;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Records that are nearly whole inside another one. Immutable once they are found.
public final class ContainedRecords {

  private final List<Inside> found = new ArrayList<>();
  private final Map<Integer, Integer> keptFor = new HashMap<>();
  private int cutLists;

  /// A record inside another one.
  private record Inside(int record, int container, int words) {}

  /// Finds the records. Each is inside the longest one that is kept, of equal ones the first;
  /// records of the reference before those of the input.
  ///
  /// @param records the numbers of the records that count
  /// @param texts are read twice or more
  /// @param share of the words of a record that are in passages of the other one, at least
  /// @param maxPairs maximum of pairs of records in memory
  public static ContainedRecords find(
      BitSet records,
      RecordPass<RecordText> texts,
      double share,
      int maxPairs,
      Reference reference) {
    ContainedRecords contained = new ContainedRecords();
    contained.cutLists =
        AnchoredRecords.compare(
            records,
            texts,
            Winnowing.STANDARD.guaranteedWords(),
            share,
            maxPairs,
            reference,
            (number, text) -> {},
            (pair, _, _, common) -> {
              int earlier = PairRounds.earlier(pair);
              int later = PairRounds.later(pair);
              SharedWords a = common.a();
              SharedWords b = common.b();
              boolean isEarlierKept = reference.has(earlier) || a.words() >= b.words();
              if (isEarlierKept && b.share() >= share) {
                contained.found.add(new Inside(later, earlier, a.words()));
              } else if (!isEarlierKept && a.share() >= share) {
                contained.found.add(new Inside(earlier, later, b.words()));
              }
            });
    contained.choose(reference);
    return contained;
  }

  private void choose(Reference reference) {
    found.sort(
        Comparator.comparing((Inside each) -> !reference.has(each.container))
            .thenComparing(Comparator.comparingInt(Inside::words).reversed())
            .thenComparingInt(Inside::container)
            .thenComparingInt(Inside::record));
    for (Inside each : found) {
      if (!keptFor.containsKey(each.container)) {
        keptFor.putIfAbsent(each.record, each.container);
      }
    }
    found.clear();
  }

  /// The record that is kept for each one inside it.
  public Map<Integer, Integer> keptFor() {
    return keptFor;
  }

  /// The number of runs of words in so many records that not all pairs of these were compared.
  public int cutLists() {
    return cutLists;
  }
}
