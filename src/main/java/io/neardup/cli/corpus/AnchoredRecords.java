package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/// The records of some files with their ids and anchors. One writer.
public final class AnchoredRecords {

  private static final int HEAP_SHARE = 2;

  private final IdList ids = new IdList();
  private final AnchorLists anchors = lists();
  private int size;

  static AnchorLists lists() {
    return new AnchorLists(Runtime.getRuntime().maxMemory() / HEAP_SHARE);
  }

  /// The anchors of a record.
  ///
  /// @param anchors distinct ones
  /// @param words their number in the text
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  public record Anchored(long[] anchors, int words) {
    /// Selects the anchors of a text.
    public static Anchored of(String text, Profile profile) {
      TextTokens tokens = profile.tokens(text, false);
      return new Anchored(Winnowing.STANDARD.anchors(tokens).distinct(), tokens.size());
    }
  }

  /// Adds the next record.
  ///
  /// @param anchored null if it cannot be read
  /// @throws FileFailure without memory for it
  public void add(int number, String id, @Nullable Anchored anchored) {
    if (anchored != null) {
      requireRoom(anchors.add(number, anchored.anchors, anchored.words));
    }
    ids.add(anchored == null ? "" : id);
    size++;
  }

  static void requireRoom(boolean added) {
    if (!added) {
      throw new FileFailure(
          "the anchors of the texts need more than half of the heap; raise it by -Xmx, or divide"
              + " the files");
    }
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
