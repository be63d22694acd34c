package io.neardup.cli.corpus;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.RecordPass;
import io.neardup.pairs.bands.BandColumns;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.BandRow;
import io.neardup.pairs.bands.FeatureHash;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The fingerprints of the records of some files, by the number of the record, from 0 in the order
/// of the files.
///
/// A record takes the bytes of its fingerprint and 4 more; 8 more and the bytes of its id if ids
/// are kept, 4 more each for numbers of features and lengths of texts, 8 more for hashes of
/// features, and the columns of [BandColumns]. One writer.
public final class Corpus {

  private static final int EXPECTED = 1 << 16;
  private static final int USUAL_FEATURES = 1 << 10;

  private final Profile profile;
  private final Reference reference;
  private final boolean withFeatures;
  private final boolean withLengths;
  private final FingerprintSnapshotBuilder fingerprints;
  private final @Nullable IdList ids;
  private int @Nullable [] features;
  private int @Nullable [] lengths;
  private long[] contents; // hashes of features; empty if they are not kept
  private @Nullable BandColumns bands;
  private int @Nullable [] numbers; // of the records, null for all from 0 on
  private final BitSet skipped = new BitSet();
  private int size;
  private int records; // of which the numbers are some
  private int withoutFeatures;

  /// What is read of a text.
  ///
  /// @param length in code points; 0 if lengths are not kept
  /// @param hash of the features: equal features have equal hashes; 0 if they are not kept
  /// @param bands null if they are not kept
  public record TextSketch(Sketch sketch, int length, long hash, @Nullable BandRow bands) {}

  /// @param withIds whether to keep ids, for outputs
  /// @param withFeatures whether to keep the numbers and hashes of the features, to verify
  ///   candidates
  /// @param withLengths whether to keep the lengths of texts
  /// @param plan of the bands to keep, null for none
  /// @param reference its records
  public Corpus(
      Profile profile,
      boolean withIds,
      boolean withFeatures,
      boolean withLengths,
      @Nullable BandPlan plan,
      Reference reference) {
    this.profile = profile;
    this.reference = reference;
    this.withFeatures = withFeatures;
    this.withLengths = withLengths;
    this.fingerprints = new FingerprintSnapshotBuilder(profile.bits(), EXPECTED);
    this.ids = withIds ? new IdList() : null;
    this.features = withFeatures ? new int[EXPECTED] : null;
    this.lengths = withLengths ? new int[EXPECTED] : null;
    this.bands = plan == null ? null : new BandColumns(plan);
    this.contents = withFeatures ? new long[EXPECTED] : new long[0];
  }

  /// Some records of a larger corpus, which are added by their numbers in it.
  ///
  /// @param records the number of all
  /// @param skipped records that cannot be read
  static Corpus part(
      Profile profile,
      boolean withIds,
      boolean withLengths,
      int records,
      BitSet skipped,
      int withoutFeatures) {
    Corpus part = new Corpus(profile, withIds, true, withLengths, null, new Reference());
    part.numbers = new int[EXPECTED];
    part.records = records;
    part.skipped.or(skipped);
    part.withoutFeatures = withoutFeatures;
    return part;
  }

  private int place(int number) {
    return numbers == null ? number : Arrays.binarySearch(numbers, 0, size, number);
  }

  /// What is kept of a text. Safe for several threads, also while records are added.
  public TextSketch sketch(String text) {
    Content content = new Content.Text(text);
    int length = withLengths ? text.codePointCount(0, text.length()) : 0;
    if (!withFeatures) {
      return new TextSketch(profile.sketch(content), length, 0, null);
    }
    FeatureHash features = new FeatureHash(bands == null ? null : bands.plan());
    Sketch sketch = profile.sketch(content, features);
    return new TextSketch(sketch, length, features.value(), features.bands());
  }

  /// Adds the next record.
  ///
  /// @param text null if it cannot be read
  public void add(int number, String id, @Nullable TextSketch text) {
    if (ids != null) {
      ids.add(text == null ? "" : id);
    }
    numbers = kept(numbers, number);
    features = kept(features, text == null ? 0 : text.sketch.features());
    lengths = kept(lengths, text == null ? 0 : text.length);
    if (contents.length > 0) {
      contents = size < contents.length ? contents : Arrays.copyOf(contents, size + size / 2);
      contents[size] = text == null ? 0 : text.hash;
    }
    if (text == null) {
      skipped.set(number);
    } else if (text.sketch.isEmpty()) {
      withoutFeatures++;
    } else {
      fingerprints.add(number, text.sketch.fingerprint());
      if (bands != null && text.bands != null) {
        bands.add(number, text.bands);
      }
    }
    size++;
  }

  /// Appends a value to an array of which `size` are used.
  private int @Nullable [] kept(int @Nullable [] values, int value) {
    if (values == null) {
      return null;
    }
    int[] kept = size < values.length ? values : Arrays.copyOf(values, size + size / 2);
    kept[size] = value;
    return kept;
  }

  /// The number of records, with skipped records and the records of the reference.
  public int size() {
    return numbers == null ? size : records;
  }

  /// The records of the reference.
  public Reference reference() {
    return reference;
  }

  /// The number of records of the input, with those that were skipped.
  public int input() {
    return size() - reference.size();
  }

  /// The number of records of the input that were not skipped.
  public int read() {
    return input() - skipped.get(reference.size(), size()).cardinality();
  }

  /// Whether a record was skipped.
  public boolean isSkipped(int number) {
    return skipped.get(number);
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
    return ids.get(place(number));
  }

  /// The number of distinct features of a record, a usual one if they are not kept.
  int features(int number) {
    return features == null ? USUAL_FEATURES : features[place(number)];
  }

  /// Whether two records are known to have equal features.
  boolean haveEqualFeatures(int one, int other) {
    return contents.length > 0 && contents(one) == contents(other);
  }

  /// The length of the text of a record, in code points.
  int length(int number) {
    if (lengths == null) {
      throw new IllegalStateException("lengths are not kept");
    }
    return lengths[place(number)];
  }

  /// In how many records each feature occurs, of each `step`th one.
  ///
  /// @param texts of the records, which are read once
  public DocumentFrequencies frequencies(int step, RecordPass<FeatureVector> texts) {
    BitSet counted = new BitSet();
    for (int number = 0; number < size(); number += step) {
      counted.set(number, !isSkipped(number));
    }
    DocumentFrequencies frequencies = new DocumentFrequencies();
    texts.read(counted, (_, features) -> frequencies.add(features));
    return frequencies;
  }

  /// The bands of the records, null if they are not kept.
  @Nullable BandColumns bands() {
    return bands;
  }

  /// Forgets the bands, once they are joined.
  void dropBands() {
    bands = null;
  }

  /// The hash of the features of a record.
  long contents(int number) {
    return contents[place(number)];
  }

  /// Sorts the fingerprints. No record can be added afterwards. Records of equal fingerprints are
  /// one row; only if their features are equal, too, if hashes of these are kept.
  ContentRows rows(ForkJoinPool pool) {
    FingerprintSnapshot distinct = fingerprints.build(pool);
    return contents.length == 0
        ? ContentRows.undivided(distinct)
        : ContentRows.of(
            distinct,
            row ->
                IntStream.range(0, distinct.documents(row))
                    .mapToLong(i -> contents(distinct.document(row, i)))
                    .toArray(),
            pool);
  }
}
