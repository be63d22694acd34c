package io.neardup.passage;

import io.neardup.pairs.RecordPass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the passages that occur in many records.
///
/// A passage is a row of anchors with similar record counts, each at least the required number. It
/// reaches from its first anchor to the end of its last one, so up to 11 words may be missing at
/// its edges. Counts the records that have all of its words. Single use.
public final class Boilerplate {

  /// The largest ratio between the record counts of neighbouring anchors in a passage.
  private static final double MAX_RATIO = 1.25;

  private static final Comparator<Frequent> MOST_FIRST =
      Comparator.comparingInt(Frequent::records)
          .thenComparingInt(Frequent::words)
          .reversed()
          .thenComparingInt(Frequent::example);

  private final AnchorLists anchors;
  private final int minWords;
  private final int minRecords;
  private final int most;
  private final int maxChars;
  private long[] keys = new long[1024]; // of the frequent anchors, ascending
  private int[] records = new int[1024]; // number with each anchor
  private int count;
  private final BitSet listed = new BitSet(); // anchors already in a passage
  private final PassageCounts counts = new PassageCounts();
  private final List<FrequentText> passages = new ArrayList<>();
  private int beyond;

  /// A passage in many records.
  ///
  /// @param records the number of records that have all of it; the median of its anchors if these
  ///   were counted elsewhere
  /// @param words its number of words
  /// @param example the number of the first record with it
  /// @param exampleId the id of that record, see [RecordText]
  /// @param start where it begins in that record, in chars
  /// @param end exclusive
  /// @param text of the passage in that record, cut if it is too long
  public record Frequent(
      int records, int words, int example, String exampleId, int start, int end, String text) {}

  /// A passage and its words, with its two halves if they are long enough.
  ///
  /// @param passage without its text, if it is a half
  private record FrequentText(
      Frequent passage, PassageCounts.Words words, List<FrequentText> halves) {

    FrequentText with(int records, String text) {
      return new FrequentText(
          new Frequent(
              records,
              passage.words,
              passage.example,
              passage.exampleId,
              passage.start,
              passage.end,
              text),
          words,
          halves);
    }
  }

  /// A search for passages.
  ///
  /// @param anchors sorted
  /// @param minWords the smallest number of words of a passage
  /// @param minRecords the smallest number of records that must have it
  /// @param most the maximum number of passages
  /// @param maxChars of their texts
  public Boilerplate(AnchorLists anchors, int minWords, int minRecords, int most, int maxChars) {
    this.anchors = anchors;
    this.minWords = minWords;
    this.minRecords = minRecords;
    this.most = most;
    this.maxChars = maxChars;
  }

  /// A search for all passages, with anchors that were counted elsewhere. It suffices to read the
  /// first record with each row of frequent anchors.
  ///
  /// @param frequent the anchors that enough records have, ascending
  /// @param records the number of records that have each
  /// @param minWords the smallest number of words of a passage
  public Boilerplate(long[] frequent, int[] records, int minWords) {
    this(new AnchorLists(0), minWords, 0, Integer.MAX_VALUE, Integer.MAX_VALUE);
    this.keys = frequent;
    this.records = records;
    this.count = frequent.length;
  }

  /// Finds the passages.
  ///
  /// @param texts read once more if there are frequent anchors, and again to count passages
  /// @return most frequent first
  public List<Frequent> find(RecordPass<RecordText> texts) {
    anchors.lists(this::count);
    if (count > 0) {
      texts.read(anchors.records(), this::read);
    }
    sort();
    if (minRecords > 0 && !passages.isEmpty()) {
      countWhole(texts);
    }
    return passages.stream().map(FrequentText::passage).toList();
  }

  /// Counts the records that have all of each passage, and drops passages that too few have.
  private void countWhole(RecordPass<RecordText> texts) {
    passages.forEach(this::addToCounts);
    texts.read(anchors.records(), (record, text) -> counts.count(text.tokens()));
    List<FrequentText> chosen = new ArrayList<>();
    passages.forEach(found -> choose(found, chosen));
    passages.clear();
    BitSet examples = new BitSet();
    for (FrequentText found : chosen) {
      if (found.passage.text.isEmpty()) {
        examples.set(found.passage.example);
      } else {
        passages.add(found);
      }
    }
    texts.read(
        examples,
        (record, text) -> {
          for (FrequentText found : chosen) {
            if (found.passage.text.isEmpty() && found.passage.example == record) {
              passages.add(shown(found, text));
            }
          }
        });
    sort();
  }

  private void addToCounts(FrequentText found) {
    counts.add(found.words);
    found.halves.forEach(this::addToCounts);
  }

  /// Chooses the passage if enough records have it, or else parts of it.
  private void choose(FrequentText found, List<FrequentText> chosen) {
    int having = counts.records(found.words);
    if (having >= minRecords) {
      chosen.add(found.with(having, found.passage.text));
    } else {
      found.halves.forEach(half -> choose(half, chosen));
    }
  }

  private void sort() {
    passages.sort(Comparator.comparing(FrequentText::passage, MOST_FIRST));
    if (passages.size() > most) {
      beyond += passages.size() - most;
      passages.subList(most, passages.size()).clear();
    }
  }

  /// The number of passages beyond the maximum.
  public int beyond() {
    return beyond;
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

  private void read(int record, RecordText text) {
    int[] row = new int[text.anchors().size()]; // frequent anchors of the current passage
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

  /// The index of a frequent anchor that is in no passage yet, or below 0.
  private int unlisted(long anchor) {
    int at = Arrays.binarySearch(keys, 0, count, anchors.key(anchor));
    return at >= 0 && listed.get(at) ? -1 : at;
  }

  private boolean isAlike(int one, int other) {
    int more = Math.max(records[one], records[other]);
    return more <= MAX_RATIO * Math.min(records[one], records[other]);
  }

  private void add(int record, RecordText text, int first, int[] row) {
    FrequentText found = found(record, text, first, row);
    if (found == null) {
      return;
    }
    for (int anchor : row) {
      listed.set(anchor);
    }
    passages.add(shown(found, text));
    if (passages.size() > 2L * most) {
      sort();
    }
  }

  /// The passage from a row of anchors, null if it is too short.
  private @Nullable FrequentText found(int record, RecordText text, int first, int[] row) {
    int from = text.anchors().token(first);
    int last = text.anchors().token(first + row.length - 1);
    int to = Winnowing.STANDARD.runEnd(text.tokens(), last);
    if (to - from < minWords) {
      return null;
    }
    int half = row.length / 2;
    List<FrequentText> halves =
        half == 0 || minRecords == 0
            ? List.of()
            : Stream.of(
                    found(record, text, first, Arrays.copyOf(row, half)),
                    found(record, text, first + half, Arrays.copyOfRange(row, half, row.length)))
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    int median =
        Arrays.stream(row).map(anchor -> records[anchor]).sorted().toArray()[row.length / 2];
    int start = text.tokens().start(from);
    int end = text.tokens().end(to - 1);
    return new FrequentText(
        new Frequent(median, to - from, record, text.id(), start, end, ""),
        counts.words(text.tokens(), from, to),
        halves);
  }

  /// The passage with its text in that record.
  private FrequentText shown(FrequentText found, RecordText record) {
    Frequent passage = found.passage;
    String text = record.text();
    int end = (int) Math.min(passage.end, passage.start + (long) maxChars);
    if (end > text.length()) {
      return found; // the document was changed since
    }
    int whole = Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    return found.with(passage.records, text.substring(passage.start, whole));
  }
}
