package io.neardup.cli.corpus;

import io.neardup.pairs.PairRounds;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.CommonPassages;
import io.neardup.passage.Passage;
import io.neardup.passage.Passage.Range;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The passages of records that an earlier record has as well. Immutable once they are found.
///
/// Each run of words that is repeated counts, of at least some length, with edited words inside it.
/// What one record repeats itself remains.
public final class RepeatedPassages {

  private static final int HEAP_SHARE = 4;

  private final AnchorLists anchors = AnchoredRecords.lists();
  private final Map<Integer, List<Repeated>> passages = new HashMap<>(); // by record
  private int cutLists;

  /// A passage that an earlier record has.
  ///
  /// @param place in the record
  /// @param of the number of the earlier record
  /// @param ofPlace the place there
  /// @param words the number of words that are equal in both
  public record Repeated(Range place, int of, Range ofPlace, int words) {}

  /// Finds the passages.
  ///
  /// @param records the numbers of the records that count
  /// @param texts are read twice or more
  /// @param minWords the smallest number of words of a passage
  /// @param maxPairs maximum of pairs of records in memory
  public static RepeatedPassages find(
      BitSet records, RecordPass<RecordText> texts, int minWords, int maxPairs) {
    RepeatedPassages found = new RepeatedPassages();
    texts.read(records, found::add);
    found.anchors.sort();
    PassagePairs pairs = new PassagePairs(found.anchors, minWords, 0, maxPairs);
    AnchoredRecords.collect(pairs, PassagePairs.MAX_LIST, maxPairs);
    found.cutLists = pairs.cutLists();
    pairs.compare(
        texts,
        Runtime.getRuntime().maxMemory() / HEAP_SHARE,
        (pair, _, _, common) ->
            found.add(PairRounds.later(pair), PairRounds.earlier(pair), common));
    return found;
  }

  private void add(int record, RecordText text) {
    AnchoredRecords.requireRoom(
        anchors.add(record, text.anchors().distinct(), text.tokens().size()));
  }

  /// Adds the passages of an earlier record, without those inside a passage of a record before it.
  private void add(int record, int earlier, CommonPassages common) {
    List<Repeated> all = passages.computeIfAbsent(record, _ -> new ArrayList<>());
    for (Passage passage : common.passages()) {
      if (all.stream().noneMatch(other -> contains(other.place(), passage.b()))) {
        all.add(new Repeated(passage.b(), earlier, passage.a(), passage.words()));
      }
    }
  }

  private static boolean contains(Range outer, Range inner) {
    return outer.start() <= inner.start() && inner.end() <= outer.end();
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
    return passages.values().stream().mapToInt(List::size).sum();
  }

  /// The number of runs of words in so many records that not all pairs of these were compared.
  public int cutLists() {
    return cutLists;
  }

  /// The passages of a record, in order.
  public List<Repeated> of(int record) {
    return passages.getOrDefault(record, List.of()).stream()
        .sorted(Comparator.comparingInt(each -> each.place().start()))
        .toList();
  }

  /// The text of a record without its passages. White space before and after a passage becomes that
  /// before it.
  public String strip(int record, String text) {
    StringBuilder kept = new StringBuilder(text.length());
    int at = 0;
    for (Repeated each : of(record)) {
      kept.append(text, at, Math.max(at, each.place().start()));
      at = Math.max(at, each.place().end());
      boolean afterSpace = kept.isEmpty() || Character.isWhitespace(kept.charAt(kept.length() - 1));
      while (afterSpace && at < text.length() && Character.isWhitespace(text.charAt(at))) {
        at++;
      }
    }
    return kept.append(text, at, text.length()).toString();
  }
}
