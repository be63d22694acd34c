package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.passage.CommonPassages;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Pairs of records that share passages. Single use.
///
/// Records with a common anchor are candidates. Their texts are read again, in [PairRounds], and
/// compared.
public final class PassagePairs {

  private static final int HEAP_SHARE = 4;
  private static final int PAIR_BYTES = Long.BYTES + Integer.BYTES;
  private static final int FOUND_BYTES = 120;
  private static final int PASSAGE_BYTES = 100;
  private static final int GAP_BYTES = 64;

  private final AnchorLists anchors;
  private final int minWords;
  private final double minShare;
  private final int maxPairs;
  private final long heap;
  private long foundBytes;
  private long[] pairs = new long[1024];
  private int count;
  private int cutLists;
  private @Nullable CommonPassages[] found = {};

  /// @param anchors sorted
  /// @param minWords the smallest number of words of a passage
  /// @param minShare the smallest share of the shorter text
  /// @param maxPairs maximum of candidates
  public PassagePairs(AnchorLists anchors, int minWords, double minShare, int maxPairs) {
    this(anchors, minWords, minShare, maxPairs, Runtime.getRuntime().maxMemory());
  }

  /// @param heap in bytes: a quarter is for texts, and half for anchors, pairs and passages, of which
  ///   passages may take an eighth in any case
  PassagePairs(AnchorLists anchors, int minWords, double minShare, int maxPairs, long heap) {
    this.anchors = anchors;
    this.minWords = minWords;
    this.minShare = minShare;
    this.maxPairs = maxPairs;
    this.heap = heap;
  }

  /// Finds the candidates.
  ///
  /// @param maxList the number of records with one anchor of which all pairs are compared; of more,
  ///   each is compared with the first
  /// @throws FileFailure if there are too many
  public void collect(int maxList) {
    cutLists = anchors.pairs(maxList, this::add);
    compact();
  }

  private void add(long pair) {
    if (count > 0 && pairs[count - 1] == pair) {
      return;
    }
    if (count == pairs.length) {
      compact();
      if (count > pairs.length / 2) {
        pairs = Arrays.copyOf(pairs, (int) Math.min(count * 4L, 2L * maxPairs + 2));
      }
    }
    pairs[count++] = pair;
  }

  /// Sorts the pairs, and removes those that are repeated.
  private void compact() {
    Arrays.parallelSort(pairs, 0, count);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      if (i == 0 || pairs[i] != pairs[i - 1]) {
        pairs[kept++] = pairs[i];
      }
    }
    count = kept;
    if (count > maxPairs) {
      throw new FileFailure(
          "more than "
              + maxPairs
              + " pairs have an anchor in common, the maximum in memory; raise --max-pairs, or remove"
              + " near-duplicates first");
    }
  }

  /// The number of candidates.
  public int candidates() {
    return count;
  }

  /// The number of anchors in so many records that not all pairs of these were compared.
  public int cutLists() {
    return cutLists;
  }

  /// Reads the texts again, and compares the candidates.
  ///
  /// @throws FileFailure if their passages take too much memory
  public void compare(RecordPass<AnchoredText> texts) {
    found = new CommonPassages[count];
    new PairRounds<AnchoredText>(pairs, count, this::compare)
        .compare(
            texts,
            record -> (long) AnchoredText.TOKEN_BYTES * (anchors.words(record) + 8),
            heap / HEAP_SHARE);
  }

  private void compare(int index, AnchoredText earlier, AnchoredText later) {
    CommonPassages common = CommonPassages.of(earlier.tokens(), later.tokens(), minWords);
    boolean earlierIsShorter = common.a().words() < common.b().words();
    double share = (earlierIsShorter ? common.a() : common.b()).share();
    if (!common.passages().isEmpty() && share >= minShare) {
      found[index] = common;
      foundBytes += bytes(common);
      requireRoom();
    }
  }

  private static long bytes(CommonPassages common) {
    return FOUND_BYTES
        + common.passages().stream()
            .mapToLong(passage -> PASSAGE_BYTES + (long) GAP_BYTES * passage.gaps().size())
            .sum();
  }

  private void requireRoom() {
    long room = Math.max(heap / 8, heap / 2 - anchors.bytes() - (long) PAIR_BYTES * count);
    if (foundBytes > room) {
      throw new FileFailure(
          "the passages found take more memory than the "
              + (room >> 20)
              + " MB that the heap has for them; raise it by -Xmx, raise --min-words, or divide the"
              + " files");
    }
  }

  /// Receives pairs.
  @FunctionalInterface
  public interface Reader {

    /// Receives a pair.
    ///
    /// @param a the number of a record
    /// @param b a greater number
    void pair(int a, int b, CommonPassages common) throws IOException;
  }

  /// Passes all pairs, in the order of the later records.
  public void forEach(Reader reader) throws IOException {
    for (int i = 0; i < count; i++) {
      CommonPassages common = found[i];
      if (common != null) {
        reader.pair(PairRounds.earlier(pairs[i]), PairRounds.later(pairs[i]), common);
      }
    }
  }
}
