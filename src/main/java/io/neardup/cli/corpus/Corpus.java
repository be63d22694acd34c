package io.neardup.cli.corpus;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/// The fingerprints of the records of some files, by the number of the record, from 0 in the order
/// of the files.
///
/// A record takes the bytes of its fingerprint and 4 more; 8 more and the bytes of its id if ids
/// are kept, and 4 more if the numbers of features are. One writer.
public final class Corpus {

  private static final int EXPECTED = 1 << 16;

  private final FingerprintSnapshotBuilder fingerprints;
  private final @Nullable IdList ids;
  private int @Nullable [] features;
  private final BitSet skipped = new BitSet();
  private int size;
  private int withoutFeatures;

  /// @param withIds whether to keep ids, for outputs
  /// @param withFeatures whether to keep the numbers of features, to compare lengths
  public Corpus(Profile profile, boolean withIds, boolean withFeatures) {
    this.fingerprints = new FingerprintSnapshotBuilder(profile.bits(), EXPECTED);
    this.ids = withIds ? new IdList() : null;
    this.features = withFeatures ? new int[EXPECTED] : null;
  }

  /// Adds the next record.
  ///
  /// @param sketch null if it cannot be read
  public void add(int number, String id, @Nullable Sketch sketch) {
    keep(sketch == null ? "" : id, sketch == null ? 0 : sketch.features());
    if (sketch == null) {
      skipped.set(number);
    } else if (sketch.isEmpty()) {
      withoutFeatures++;
    } else {
      fingerprints.add(number, sketch.fingerprint());
    }
    size++;
  }

  private void keep(String id, int count) {
    if (ids != null) {
      ids.add(id);
    }
    if (features != null) {
      if (size == features.length) {
        features = Arrays.copyOf(features, size + size / 2);
      }
      features[size] = count;
    }
  }

  /// The number of records, with those that were skipped.
  public int size() {
    return size;
  }

  /// Whether a record was skipped.
  public boolean isSkipped(int number) {
    return skipped.get(number);
  }

  /// The number of skipped records.
  public long skipped() {
    return skipped.cardinality();
  }

  /// The number of records without features, which are near-duplicates of nothing.
  public int withoutFeatures() {
    return withoutFeatures;
  }

  /// The id of a record.
  public String id(int number) {
    if (ids == null) {
      throw new IllegalStateException("ids are not kept");
    }
    return ids.get(number);
  }

  /// The number of distinct features of a record.
  int features(int number) {
    if (features == null) {
      throw new IllegalStateException("numbers of features are not kept");
    }
    return features[number];
  }

  /// Sorts the fingerprints. No record can be added afterwards.
  FingerprintSnapshot rows(ForkJoinPool pool) {
    return fingerprints.build(pool);
  }
}
