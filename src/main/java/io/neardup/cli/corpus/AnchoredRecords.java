package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;
import java.util.BitSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// The records of some files with their ids and anchors. One writer.
public final class AnchoredRecords {

  private static final int HEAP_SHARE = 2; // of anchors
  private static final int TEXTS_SHARE = 4;

  private final IdList ids = new IdList();
  private final AnchorLists anchors =
      new AnchorLists(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  private int size;

  /// The anchors of a record.
  ///
  /// @param anchors distinct ones
  /// @param words their number in the text
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Anchored(long[] anchors, int words) {
    /// Selects the anchors of a text.
    public static Anchored of(String text, Profile profile, Winnowing winnowing) {
      return of(profile.tokens(text, false), winnowing);
    }

    private static Anchored of(TextTokens tokens, Winnowing winnowing) {
      return new Anchored(winnowing.anchors(tokens).distinct(), tokens.size());
    }
  }

  /// Adds the next record.
  ///
  /// @param anchored null if it cannot be read
  /// @throws FileFailure without memory for it
  public void add(int number, String id, @Nullable Anchored anchored) {
    if (anchored != null && !anchors.add(number, anchored.anchors, anchored.words)) {
      throw new FileFailure(
          "the anchors of the texts need more than half of the heap; raise it by -Xmx, or divide"
              + " the files");
    }
    ids.add(anchored == null ? "" : id);
    size++;
  }

  /// Finds the candidates of pairs.
  ///
  /// @param compared whether a [pair][io.neardup.pairs.PairRounds#pair] is a candidate
  /// @throws FileFailure if there are too many
  public static void collect(
      PassagePairs pairs, int maxList, int maxPairs, LongPredicate compared) {
    if (!pairs.collect(maxList, compared)) {
      throw new FileFailure(
          "more than "
              + maxPairs
              + " pairs have an anchor in common, the maximum in memory; raise --max-pairs, or"
              + " remove near-duplicates first");
    }
  }

  /// The memory for texts that are compared.
  public static long textBytes() {
    return Runtime.getRuntime().maxMemory() / TEXTS_SHARE;
  }

  /// Compares records with records before them.
  ///
  /// @param records the numbers of those that count
  /// @param texts are read twice or more
  /// @param compared whether a [pair][io.neardup.pairs.PairRounds#pair] is compared
  /// @param each receives the texts when they are read first
  /// @param reader receives the pairs that share passages
  /// @return the search, which is done
  public static PassagePairs compare(
      BitSet records,
      RecordPass<RecordText> texts,
      Winnowing winnowing,
      int minWords,
      double minShare,
      int maxPairs,
      LongPredicate compared,
      RecordPass.Reader<RecordText> each,
      PassagePairs.PairReader reader) {
    AnchoredRecords read = new AnchoredRecords();
    texts.read(
        records,
        (number, text) -> {
          each.read(number, text);
          read.add(number, "", Anchored.of(text.tokens(), winnowing));
        });
    PassagePairs pairs = new PassagePairs(read.sorted(), minWords, minShare, maxPairs);
    collect(pairs, PassagePairs.MAX_LIST, maxPairs, compared);
    pairs.compare(texts, textBytes(), reader);
    return pairs;
  }

  /// The anchors of all records, sorted. No record can be added afterwards.
  public AnchorLists sorted() {
    anchors.sort();
    return anchors;
  }

  /// The number of records, with those that were skipped.
  public int size() {
    return size;
  }

  /// The id of a record.
  public String id(int number) {
    return ids.get(number);
  }
}
