package io.neardup.cli.corpus;

import io.neardup.pairs.PairRounds;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.CommonPassages;
import io.neardup.passage.OwnRepeats;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.passage.Repetitions;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// The passages of records that an earlier record, or the record before, has as well. Immutable
/// once they are found.
///
/// Each run of words that is repeated counts, of at least some length, with edited words inside it.
/// So does what a record repeats itself, without edited words.
public final class RepeatedPassages {

  private static final int HEAP_SHARE = 4;

  private final AnchorLists anchors = AnchoredRecords.lists();
  private final Map<Integer, Repetitions> passages = new HashMap<>(); // by record
  private int cutLists;

  /// Finds the passages.
  ///
  /// @param records the numbers of the records that count
  /// @param texts are read twice or more
  /// @param minWords the smallest number of words of a passage
  /// @param maxPairs maximum of pairs of records in memory
  /// @param reference whose records are earlier ones, and repeat nothing
  public static RepeatedPassages find(
      BitSet records,
      RecordPass<RecordText> texts,
      int minWords,
      int maxPairs,
      Reference reference) {
    RepeatedPassages found = new RepeatedPassages();
    texts.read(records, (number, text) -> found.add(number, text, minWords, reference));
    found.anchors.sort();
    PassagePairs pairs = new PassagePairs(found.anchors, minWords, 0, maxPairs);
    AnchoredRecords.collect(
        pairs, PassagePairs.MAX_LIST, maxPairs, pair -> !reference.has(PairRounds.later(pair)));
    found.cutLists = pairs.cutLists();
    pairs.compare(
        texts,
        Runtime.getRuntime().maxMemory() / HEAP_SHARE,
        (pair, _, _, common) ->
            found.add(PairRounds.later(pair), PairRounds.earlier(pair), common));
    return found;
  }

  private void add(int record, RecordText text, int minWords, Reference reference) {
    if (!reference.has(record)) {
      OwnRepeats.of(text, minWords)
          .forEach(passage ->
              passages.computeIfAbsent(record, _ -> new Repetitions()).add(record, passage));
    }
    AnchoredRecords.requireRoom(
        anchors.add(record, text.anchors().distinct(), text.tokens().size()));
  }

  private void add(int record, int earlier, CommonPassages common) {
    Repetitions all = passages.computeIfAbsent(record, _ -> new Repetitions());
    common.passages().forEach(passage -> all.add(earlier, passage));
  }

  /// Whether a record repeats something.
  public boolean has(int record) {
    return passages.containsKey(record);
  }

  /// The number of records that repeat something.
  public int records() {
    return passages.size();
  }

  /// The number of passages.
  public int size() {
    return passages.values().stream().mapToInt(Repetitions::size).sum();
  }

  /// The number of runs of words in so many records that not all pairs of these were compared.
  public int cutLists() {
    return cutLists;
  }

  /// The passages of a record.
  public Repetitions of(int record) {
    return passages.getOrDefault(record, new Repetitions());
  }
}
