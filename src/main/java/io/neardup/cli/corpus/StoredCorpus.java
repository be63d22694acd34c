package io.neardup.cli.corpus;

import io.neardup.cli.corpus.Corpus.TextSketch;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.StoredBandJoin;
import io.neardup.pairs.bands.StoredBands;
import io.neardup.pairs.disk.RecordReader;
import io.neardup.pairs.disk.RecordWriter;
import io.neardup.pairs.disk.SortedRuns;
import io.neardup.pairs.disk.WorkFolder;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.simhash.Fingerprint;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The records of some files, and the pairs of near-duplicates among them, in a [WorkFolder]: for
/// files that are larger than memory. Stages that are complete are not done again.
///
/// In memory are 4 to 8 bytes for each record. What is near something is [loaded][#near] at the
/// end. One writer.
public final class StoredCorpus {

  /* A file in addition to the files of StoredBands, StoredBandJoin and StoredComparison:

  ids        strings */

  private static final String IDS = "ids";
  private static final String UNREADABLE = "unreadable";
  private static final String WITHOUT_TEXT = "without.text";
  private static final String NOT_COMPARED = "not.compared";
  private static final int MEMORY_SHARE = 6; // of keys, rows and candidates of a band, each

  private final WorkFolder work;
  private final Profile profile;
  private final BandPlan plan;
  private final Verification verification;
  private final boolean withIds;
  private final boolean withLengths;
  private final long memory;
  private final Corpus sketches;
  private @Nullable StoredBands bands;
  private @Nullable RecordWriter ids;
  private int size;
  private @Nullable StoredBandJoin join;

  /// @param limit with a verification
  /// @param memory for what is read in parts, in bytes
  public StoredCorpus(
      WorkFolder work,
      Profile profile,
      BandPlan plan,
      NearLimit limit,
      boolean withIds,
      boolean withLengths,
      long memory) {
    this.work = work;
    this.profile = profile;
    this.plan = plan;
    this.verification = Objects.requireNonNull(limit.verification());
    this.withIds = withIds;
    this.withLengths = withLengths;
    this.memory = memory;
    this.sketches = new Corpus(profile, false, true, withLengths, plan, new Reference());
  }

  /// Whether all records were added, perhaps by an earlier run.
  public boolean isRead() {
    return StoredBandJoin.isStored(work);
  }

  /// Begins to add records.
  public void begin() {
    bands = new StoredBands(work, plan, profile.bits());
    ids = withIds ? work.write(IDS) : null;
  }

  /// What is kept of a text. Safe for several threads, also while records are added.
  public TextSketch sketch(String text) {
    return sketches.sketch(text);
  }

  /// Adds the next record.
  ///
  /// @param text null if it cannot be read
  public void add(int number, String id, @Nullable TextSketch text) {
    StoredBands to = Objects.requireNonNull(bands);
    if (text == null) {
      to.addUnreadable();
    } else {
      Sketch sketch = text.sketch();
      to.add(text.hash(), sketch.fingerprint(), sketch.features(), text.length(), text.bands());
    }
    if (ids != null) {
      ids.putString(id);
    }
    size = number + 1;
  }

  /// Ends the adding of records.
  ///
  /// @param read how many of them were skipped, dropped or not compared
  public void end(Skipping read) {
    Objects.requireNonNull(bands).close();
    if (ids != null) {
      ids.close();
    }
    work.put(UNREADABLE, read.skipped());
    work.put(WITHOUT_TEXT, read.dropped());
    work.put(NOT_COMPARED, read.notCompared());
    StoredBandJoin.stored(work, size);
  }

  /// Counts the records that an earlier run skipped, dropped or did not compare.
  public void goOn(Skipping read) {
    read.goOn(work.known(UNREADABLE), work.known(WITHOUT_TEXT), work.known(NOT_COMPARED));
  }

  /// Finds which records are equal.
  public void unite() {
    join =
        new StoredBandJoin(
            work,
            plan,
            profile.bits(),
            verification.clearWithin(),
            verification.minSimilarity(),
            memory / MEMORY_SHARE);
    join.unite();
  }

  /// The join by bands, once it is known which records are equal.
  public StoredBandJoin join() {
    return Objects.requireNonNull(join);
  }

  /// The plan.
  public BandPlan plan() {
    return plan;
  }

  /// The number of candidates whose features were compared.
  public long compared() {
    return work.known(StoredComparison.COMPARED);
  }

  /// The number of these that are no near-duplicates.
  public long refused() {
    return work.known(StoredComparison.REFUSED);
  }

  /// The comparison of the features of candidates, once these are found.
  public StoredComparison comparison() {
    return new StoredComparison(work, profile, join(), verification, memory);
  }

  /// Passes the pairs on whose fingerprints decide.
  void clear(LongConsumer reader) {
    try (RecordReader in = work.read(StoredBandJoin.PAIRS)) {
      while (in.hasNext()) {
        long pair = in.getLong();
        if (pair >= 0) {
          break;
        }
        reader.accept(pair & Long.MAX_VALUE);
      }
    }
  }

  /// The pairs that are near by their features, with similarities.
  ///
  /// @param maxPairs maximum in memory
  CandidatePairs similar(int maxPairs) {
    long count = compared() - refused();
    if (count > maxPairs) {
      throw ListedPairs.tooMany(maxPairs);
    }
    long[] pairs = new long[(int) count];
    double[] similarities = new double[pairs.length];
    int[] at = new int[1];
    SortedRuns.merge(
        work,
        work.files(StoredComparison.NEAR),
        true,
        (pair, similarity) -> {
          pairs[at[0]] = pair;
          similarities[at[0]++] = Double.longBitsToDouble(similarity);
        });
    return CandidatePairs.compared(pairs, similarities, at[0]);
  }

  /// The records that are near or equal to another one.
  Corpus near() {
    BitSet near = new BitSet();
    LongConsumer both =
        pair -> {
          near.set(PairRounds.earlier(pair));
          near.set(PairRounds.later(pair));
        };
    clear(both);
    SortedRuns.merge(work, work.files(StoredComparison.NEAR), true, (pair, _) -> both.accept(pair));
    for (int number = 0; number < join().records(); number++) {
      int first = join().first(number);
      if (first >= 0 && first != number) {
        both.accept(PairRounds.pair(first, number));
      }
    }
    return load(near);
  }

  /// All records.
  public Corpus all() {
    BitSet all = new BitSet();
    for (int number = 0; number < join().records(); number++) {
      all.set(number, join().first(number) >= 0);
    }
    return load(all);
  }

  private Corpus load(BitSet some) {
    BitSet skipped = new BitSet();
    int without = 0;
    for (int number = 0; number < join().records(); number++) {
      skipped.set(number, join().isUnreadable(number));
      without += join().first(number) == -1 ? 1 : 0;
    }
    Corpus corpus = Corpus.part(profile, withIds, withLengths, join().records(), skipped, without);
    try (RecordReader names = withIds ? work.read(IDS) : null) {
      int[] next = new int[1]; // the number of the next id
      StoredBands.read(
          work,
          profile.bits(),
          join().records(),
          some::get,
          (number, record) -> {
            Fingerprint fingerprint = record.fingerprint();
            corpus.add(
                number,
                names == null ? "" : id(names, next, number),
                new TextSketch(
                    new Sketch(fingerprint, record.features()),
                    record.length(),
                    record.contents(),
                    null));
          });
    }
    return corpus;
  }

  private static String id(RecordReader names, int[] next, int number) {
    for (; next[0] < number; next[0]++) {
      names.skipString();
    }
    next[0]++;
    return names.getString();
  }
}
