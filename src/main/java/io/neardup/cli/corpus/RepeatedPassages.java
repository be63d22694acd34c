package io.neardup.cli.corpus;

import io.neardup.pairs.PairRounds;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.OwnRepeats;
import io.neardup.passage.Passage;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.passage.Repetitions;
import io.neardup.passage.Winnowing;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/// The passages of records that an earlier record, or the record before, has as well. Immutable
/// once they are found.
///
/// Each run of words that is repeated counts, of at least some length, with edited words inside it.
/// So does what a record repeats itself, without edited words.
public final class RepeatedPassages {

  private final Map<Integer, Repetitions> passages = new HashMap<>(); // by record
  private int cutLists;
  private int tooShort;

  /// Finds the passages.
  ///
  /// @param records the numbers of the records that count
  /// @param texts are read twice or more
  /// @param minWords the smallest number of words of a passage
  /// @param maxPairs maximum of pairs of records in memory
  /// @param reference whose records are earlier ones, and repeat nothing
  /// @param onlyReferred whether what the records of the reference have counts, and nothing else
  public static RepeatedPassages find(
      BitSet records,
      RecordPass<RecordText> texts,
      int minWords,
      int maxPairs,
      Reference reference,
      boolean onlyReferred) {
    RepeatedPassages found = new RepeatedPassages();
    PassagePairs pairs =
        AnchoredRecords.compare(
            records,
            texts,
            onlyReferred ? Winnowing.finding(minWords) : Winnowing.STANDARD,
            minWords,
            0,
            maxPairs,
            reference.pairs(onlyReferred),
            (number, text) -> {
              if (!onlyReferred && !reference.has(number)) {
                OwnRepeats.of(text, minWords)
                    .forEach(passage -> found.add(number, number, passage));
              }
            },
            (pair, _, _, common) ->
                common
                    .passages()
                    .forEach(passage ->
                        found.add(PairRounds.later(pair), PairRounds.earlier(pair), passage)));
    found.cutLists = pairs.cutLists();
    found.tooShort = pairs.tooShort(reference.size());
    return found;
  }

  private void add(int record, int earlier, Passage passage) {
    passages.computeIfAbsent(record, _ -> new Repetitions()).add(earlier, passage);
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

  /// The number of records of the reference with words, but too few for a passage.
  public int tooShort() {
    return tooShort;
  }

  /// The passages of a record.
  public Repetitions of(int record) {
    return passages.getOrDefault(record, new Repetitions());
  }
}
