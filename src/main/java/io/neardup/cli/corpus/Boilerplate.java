package io.neardup.cli.corpus;

import io.neardup.passage.Winnowing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/// The passages that occur in many records.
///
/// A passage is a row of anchors that about as many records have, each at least as many as
/// required. It reaches from its first anchor to the end of its last one, so up to 11 words of its
/// edges may be missing. Single use.
public final class Boilerplate {

  /// The largest ratio of the numbers of records of neighbouring anchors of a passage.
  private static final double MAX_RATIO = 1.25;

  private final AnchorLists anchors;
  private final int minWords;
  private final int minRecords;
  private long[] keys = new long[1024]; // of the frequent anchors, ascending
  private int[] records = new int[1024]; // that have each
  private int count;
  private final BitSet listed = new BitSet(); // anchors that are in a passage
  private final List<Frequent> passages = new ArrayList<>();

  /// A passage that many records have.
  ///
  /// @param records the number of records that have it: the median of its anchors
  /// @param words the number of its words
  /// @param example the number of the first record that has it
  /// @param start where it begins in that record, in chars
  /// @param end exclusive
  /// @param text of the passage in that record
  public record Frequent(int records, int words, int example, int start, int end, String text) {}

  /// @param anchors sorted
  /// @param minWords the smallest number of words of a passage
  /// @param minRecords the smallest number of records that have it
  public Boilerplate(AnchorLists anchors, int minWords, int minRecords) {
    this.anchors = anchors;
    this.minWords = minWords;
    this.minRecords = minRecords;
  }

  /// Finds the passages.
  ///
  /// @param texts are read once more, if there are frequent anchors
  /// @return those that most records have first
  public List<Frequent> find(RecordPass<AnchoredText> texts) {
    anchors.lists(this::count);
    if (count > 0) {
      texts.read(anchors.records(), this::read);
    }
    passages.sort(
        Comparator.comparingInt(Frequent::records)
            .thenComparingInt(Frequent::words)
            .reversed()
            .thenComparingInt(Frequent::example));
    return passages;
  }

  private void count(long key, int from, int to) {
    int distinct = 1;
    for (int i = from + 1; i < to; i++) {
      distinct += anchors.record(i) == anchors.record(i - 1) ? 0 : 1;
    }
    if (distinct < minRecords) {
      return;
    }
    if (count == keys.length) {
      keys = Arrays.copyOf(keys, count * 2);
      records = Arrays.copyOf(records, count * 2);
    }
    keys[count] = key;
    records[count++] = distinct;
  }

  private void read(int record, AnchoredText text) {
    int[] row = new int[text.anchors().size()]; // frequent anchors of the present passage
    int length = 0;
    for (int i = 0; i <= text.anchors().size(); i++) {
      int next = i == text.anchors().size() ? -1 : unlisted(text.anchors().hash(i));
      if (length > 0 && (next < 0 || !isAlike(row[length - 1], next))) {
        add(record, text, i - length, Arrays.copyOf(row, length));
        length = 0;
      }
      if (next >= 0) {
        row[length++] = next;
      }
    }
  }

  /// The number of a frequent anchor that is in no passage yet, or below 0.
  private int unlisted(long anchor) {
    int at = Arrays.binarySearch(keys, 0, count, anchors.key(anchor));
    return at >= 0 && listed.get(at) ? -1 : at;
  }

  private boolean isAlike(int one, int other) {
    int more = Math.max(records[one], records[other]);
    return more <= MAX_RATIO * Math.min(records[one], records[other]);
  }

  private void add(int record, AnchoredText text, int first, int[] row) {
    int from = text.anchors().token(first);
    int last = text.anchors().token(first + row.length - 1);
    int to = Winnowing.STANDARD.runEnd(text.tokens(), last);
    if (to - from < minWords) {
      return;
    }
    for (int anchor : row) {
      listed.set(anchor);
    }
    int start = text.tokens().start(from);
    int end = text.tokens().end(to - 1);
    int median =
        Arrays.stream(row).map(anchor -> records[anchor]).sorted().toArray()[row.length / 2];
    passages.add(
        new Frequent(median, to - from, record, start, end, text.text().substring(start, end)));
  }
}
