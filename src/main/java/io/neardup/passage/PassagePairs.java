package io.neardup.passage;

import io.neardup.index.StopSignal;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.PairSet;
import io.neardup.pairs.RecordPass;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// Pairs of records that share passages. Single use.
///
/// Records with a common anchor are candidates, 8 to 16 bytes per pair. Their texts are read again,
/// in [PairRounds], and compared.
public final class PassagePairs {

  /// Approximate bytes per token while two repetitive texts are compared.
  private static final int COMPARED_BYTES = 48;

  /// The default for the number of records with one anchor whose pairs are all compared.
  public static final int MAX_LIST = 100;

  private final AnchorLists anchors;
  private final int minWords;
  private final double minShare;
  private final PairSet pairs;
  private final AtomicInteger compared = new AtomicInteger();
  private int count;
  private int cutLists;

  /// A search for pairs.
  ///
  /// @param anchors sorted
  /// @param minWords the smallest number of words of a passage
  /// @param minShare the smallest share of the shorter text
  /// @param maxPairs maximum number of candidates
  public PassagePairs(AnchorLists anchors, int minWords, double minShare, int maxPairs) {
    this.anchors = anchors;
    this.minWords = minWords;
    this.minShare = minShare;
    this.pairs = new PairSet(maxPairs);
  }

  /// Finds the candidates: all pairs of records with a common anchor or, if more than `maxList`
  /// records have it, each with the first.
  ///
  /// @return false if there are too many
  public boolean collect(int maxList) {
    return collect(maxList, pair -> true);
  }

  /// Like [#collect(int)], for some pairs only.
  ///
  /// @param compared whether a [pair][PairRounds#pair] is a candidate
  public boolean collect(int maxList, LongPredicate compared) {
    long[] next = new long[1];
    boolean[] full = new boolean[1];
    cutLists =
        anchors.pairs(
            maxList,
            pair -> {
              if (!full[0] && pair != next[0] && compared.test(pair)) {
                next[0] = pair;
                full[0] = !pairs.add(next, 1);
              }
            });
    count = pairs.size();
    return !pairs.isFull();
  }

  /// The number of candidates.
  public int candidates() {
    return count;
  }

  /// The number of candidates compared so far.
  public int compared() {
    return compared.get();
  }

  /// The number of anchors in too many records for all pairs to be compared.
  public int cutLists() {
    return cutLists;
  }

  /// The number of records with words that are too short for a passage.
  ///
  /// @param end the number after the last record that counts
  public int tooShort(int end) {
    return anchors.tooShort(end, minWords);
  }

  /// Receives pairs.
  @FunctionalInterface
  public interface PairReader {

    /// Receives a pair, on the thread that called [PassagePairs#compare].
    ///
    /// @param pair the numbers of the records, see [PairRounds#pair]
    void pair(long pair, RecordText earlier, RecordText later, CommonPassages common);
  }

  /// Reads the texts again, compares the candidates, and passes the pairs that share passages:
  /// ordered by later record if the texts fit in memory, and in any case by earlier record for each
  /// later record.
  ///
  /// @param maxBytes approximate memory for texts
  public void compare(RecordPass<RecordText> texts, long maxBytes, PairReader reader) {
    new PairRounds<RecordText>(
            pairs.sorted(),
            count,
            (index, pair, earlier, later) -> compare(pair, earlier, later, reader))
        .compare(texts, this::bytes, maxBytes);
  }

  /// The approximate memory that [#compare] takes, in bytes.
  ///
  /// @param maxBytes as for [#compare]
  public long bytes(long maxBytes) {
    long longest = anchors.records().stream().map(anchors::words).max().orElse(0);
    long all = anchors.records().stream().mapToLong(this::bytes).sum();
    return Math.min(maxBytes, all) + 2 * longest * (RecordText.TOKEN_BYTES + COMPARED_BYTES);
  }

  private long bytes(int record) {
    return (long) RecordText.TOKEN_BYTES * (anchors.words(record) + 8);
  }

  private void compare(long pair, RecordText earlier, RecordText later, PairReader reader) {
    CommonPassages common = compare(earlier, later, minWords, minShare);
    compared.incrementAndGet();
    if (common != null) {
      reader.pair(pair, earlier, later, common);
    }
  }

  /// Compares two texts.
  ///
  /// @param minWords the smallest number of words of a passage
  /// @param minShare the smallest share of the shorter text
  /// @return null if they share less
  public static @Nullable CommonPassages compare(
      RecordText earlier, RecordText later, int minWords, double minShare) {
    CommonWords common =
        CommonWords.of(earlier.anchored(), later.tokens(), minWords, StopSignal.NEVER);
    boolean earlierIsShorter = common.a().words() < common.b().words();
    double share = (earlierIsShorter ? common.a() : common.b()).share();
    return Math.min(common.a().shared(), common.b().shared()) >= minWords && share >= minShare
        ? common.located(earlier.tokens(), later.tokens())
        : null;
  }
}
