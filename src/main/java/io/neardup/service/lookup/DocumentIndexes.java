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

/// The indexes of a collection: one for the documents that lookups report, and one for allowed
/// documents, created with the first allowed document.
///
/// Any thread may look up without locks; [#apply] is called by the committing thread.
final class DocumentIndexes {

  private final int bits;
  private final Supplier<FingerprintIndex> maker;
  private final FingerprintIndex reported;
  private volatile @Nullable FingerprintIndex allowed;
  private FingerprintSnapshotBuilder loaded; // reported documents read at start-up; guarded by this

  /// @param bits the width of the fingerprints
  /// @param maker creates an empty index
  DocumentIndexes(int bits, Supplier<FingerprintIndex> maker) {
    this.bits = bits;
    this.maker = maker;
    this.reported = maker.get();
    this.loaded = new FingerprintSnapshotBuilder(bits, 0);
  }

  FingerprintIndex reported() {
    return reported;
  }

  @Nullable FingerprintIndex allowed() {
    FingerprintIndex index = allowed;
    return index == null || index.fingerprints() == 0 ? null : index;
  }

  long bytes() {
    FingerprintIndex index = allowed;
    return reported.bytes() + (index == null ? 0 : index.bytes());
  }

  /// Adds a document at start-up, before lookups are answered. Thread-safe.
  synchronized void load(int ordinal, IndexedDocument document) {
    if (document.allows()) {
      of(document).add(ordinal, document.fingerprint());
    } else {
      loaded.add(ordinal, document.fingerprint());
    }
  }

  synchronized void fill(ForkJoinPool pool) {
    reported.fill(loaded.build(pool), pool);
    loaded = new FingerprintSnapshotBuilder(bits, 0); // releases the memory of the loaded documents
  }

  /// Applies a change to a document. A lookup that searches reported documents first and allowed
  /// ones second sees the document before or after the change.
  ///
  /// @param before how it was indexed, null if it was not
  /// @param after how to index it now, null for not at all
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

  /// The reported documents, except those within a distance of an allowed one.
  ///
  /// @param taken decides which ordinals are included
  /// @param allowedWithin the distance of allowed documents, in bits
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
    FingerprintSnapshot snapshot = builder.build(pool);
    FingerprintIndex index = allowed();
    return index == null ? snapshot : snapshot.without(near(index, snapshot, allowedWithin, pool));
  }

  /// The rows within a distance of any document of an index.
  private static BitSet near(
      FingerprintIndex index, FingerprintSnapshot snapshot, int distance, ForkJoinPool pool) {
    int[] near =
        pool.submit(() ->
                IntStream.range(0, snapshot.size())
                    .parallel()
                    .filter(row -> isNear(index, snapshot.fingerprint(row), distance))
                    .toArray())
            .join();
    BitSet set = new BitSet(snapshot.size());
    for (int row : near) {
      set.set(row);
    }
    return set;
  }

  private static boolean isNear(FingerprintIndex index, Fingerprint query, int distance) {
    return !index.search(query, distance, 1, 1).matches().isEmpty();
  }
}
