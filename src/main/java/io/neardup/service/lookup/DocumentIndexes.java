package io.neardup.service.lookup;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.index.FingerprintIndex;
import io.neardup.simhash.Fingerprint;
import java.util.BitSet;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The indexes over the documents of a collection: one of those that lookups report, and one of
/// those that are allowed, which is made with the first of them.
///
/// Any number of threads look up, without locks; [#apply] belongs to the thread that commits.
final class DocumentIndexes {

  private final int bits;
  private final Supplier<FingerprintIndex> maker;
  private final FingerprintIndex reported;
  private volatile @Nullable FingerprintIndex allowed;
  private FingerprintSnapshotBuilder
      loaded; // of those reported, read at the start; guarded by this

  /// @param bits the width of the fingerprints
  /// @param maker makes an empty index
  DocumentIndexes(int bits, Supplier<FingerprintIndex> maker) {
    this.bits = bits;
    this.maker = maker;
    this.reported = maker.get();
    this.loaded = new FingerprintSnapshotBuilder(bits, 0);
  }

  /// The documents that lookups report.
  FingerprintIndex reported() {
    return reported;
  }

  /// The documents that are allowed, null if there are none.
  @Nullable FingerprintIndex allowed() {
    FingerprintIndex index = allowed;
    return index == null || index.fingerprints() == 0 ? null : index;
  }

  /// About how many bytes of memory they take.
  long bytes() {
    FingerprintIndex index = allowed;
    return reported.bytes() + (index == null ? 0 : index.bytes());
  }

  /// Takes a document that was read at the start, while lookups are not answered yet; for many
  /// threads.
  synchronized void load(int ordinal, IndexedDocument document) {
    if (document.allows()) {
      of(document).add(ordinal, document.fingerprint());
    } else {
      loaded.add(ordinal, document.fingerprint());
    }
  }

  /// Indexes what was loaded.
  synchronized void fill(ForkJoinPool pool) {
    reported.fill(loaded.build(pool), pool);
    loaded = new FingerprintSnapshotBuilder(bits, 0); // the memory of the other is released
  }

  /// Takes a change of a document. A lookup that asks for allowed documents after reported ones
  /// finds it as it was or as it is.
  ///
  /// @param before how it is indexed, null if it is not
  /// @param after how it is to be, null if it is not
  void apply(int ordinal, @Nullable IndexedDocument before, @Nullable IndexedDocument after) {
    if (before != null && after != null && before.allows() == after.allows()) {
      of(after).move(ordinal, before.fingerprint(), after.fingerprint());
      return;
    }
    if (after != null) {
      of(after).add(ordinal, after.fingerprint());
    }
    if (before != null) {
      of(before).remove(ordinal, before.fingerprint());
    }
  }

  private FingerprintIndex of(IndexedDocument document) {
    if (!document.allows()) {
      return reported;
    }
    FingerprintIndex index = allowed;
    if (index == null) {
      index = maker.get();
      allowed = index;
    }
    return index;
  }

  /// The reported documents, but for those within a distance of an allowed one.
  ///
  /// @param taken which ordinals are wanted; each is taken once
  /// @param allowedWithin how far an allowed document may be, in bits
  FingerprintSnapshot snapshot(
      int expected, IntPredicate taken, int allowedWithin, ForkJoinPool pool) {
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(bits, expected);
    BitSet seen = new BitSet();
    reported.forEach((ordinal, fingerprint) -> {
      if (!seen.get(ordinal) && taken.test(ordinal)) {
        seen.set(ordinal);
        builder.add(ordinal, fingerprint);
      }
    });
    FingerprintSnapshot rows = builder.build(pool);
    FingerprintIndex index = allowed();
    return index == null ? rows : rows.without(near(index, rows, allowedWithin, pool));
  }

  /// The rows within a distance of a document of an index.
  private static BitSet near(
      FingerprintIndex index, FingerprintSnapshot rows, int distance, ForkJoinPool pool) {
    int[] near =
        pool.submit(() ->
                IntStream.range(0, rows.size())
                    .parallel()
                    .filter(row -> isNear(index, rows.fingerprint(row), distance))
                    .toArray())
            .join();
    BitSet set = new BitSet(rows.size());
    for (int row : near) {
      set.set(row);
    }
    return set;
  }

  private static boolean isNear(FingerprintIndex index, Fingerprint query, int distance) {
    return !index.search(query, distance, 1, 1).matches().isEmpty();
  }
}
