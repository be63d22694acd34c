package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.DropRule;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinPlan;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.PairSink;
import io.neardup.pairs.bands.BandJoin;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.Families;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.join.JoinResult.JoinedBands;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.simhash.FeatureVector;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// Finds the pairs of rows that are near-duplicates, by bits or by bands. Candidates by bits are
/// compared when they are found; candidates by bands, which are found without texts, afterwards.
///
/// Rows without features have no bands: their pairs are found by bits. Single use.
final class NearRows {

  private static final int CHUNK = 256; // candidates; the candidates of a row follow each other

  private final Lookup lookup;
  private final JoinWay way;
  private final int maxPairs;
  private final ForkJoinPool pool;
  private final NearLimit byBits;
  private final NearLimit byBands;
  private final AllPairs join; // by bits
  private final JoinRun run;
  private final JoinRun reading = new JoinRun();
  private final JoinRun comparing = new JoinRun();
  private final LongAdder compared = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder found = new LongAdder(); // by bands
  private final DoubleAdder expected = new DoubleAdder(); // pairs, of which these are found
  private RowDocuments documents;
  private ContentRows divided;
  private @Nullable CollectionBands bands; // once they are read
  private volatile @Nullable BandPlan plan; // null for bits
  private volatile @Nullable Families families;
  private long[] candidates = new long[1024]; // by bands: two rows
  private int count;

  /// @param documents of the rows of `divided`
  /// @param divided rows of equal content
  /// @param comparesAll whether the features of all candidates are compared
  /// @param maxPairs maximum of candidates by bands in memory
  /// @throws RequestException if bands are requested and do not fit into memory
  NearRows(
      RowDocuments documents,
      ContentRows divided,
      Lookup lookup,
      JoinWay way,
      boolean comparesAll,
      int maxPairs,
      ForkJoinPool pool) {
    this.documents = documents;
    this.divided = divided;
    this.lookup = lookup;
    this.way = way;
    this.maxPairs = maxPairs;
    this.pool = pool;
    this.run = documents.run();
    Verification verification = lookup.verification();
    this.byBits =
        new NearLimit(
            lookup.maxDistance(),
            verification != null && comparesAll ? verification.ofAll() : verification);
    this.byBands = JoinWay.reaching(byBits, divided.rows().bits());
    this.plan = way.bands(divided.rows().size());
    this.join =
        AllPairs.reaching(
            divided.distinct(), lookup.maxDistance(), lookup.reach(), lookup.recall());
    if (plan != null && !CollectionBands.fit(plan, divided.rows().size())) {
      bitsInstead("take more than a quarter of the heap");
    }
  }

  /// Receives pairs of rows that are near-duplicates, on several threads.
  @FunctionalInterface
  interface RowSink {

    /// Receives a pair.
    ///
    /// @param similarity of their features, null if it was not computed
    void pair(int a, int b, int distance, @Nullable Double similarity);
  }

  /// Goes on by bits, unless bands are requested.
  private void bitsInstead(String why) {
    if (way.isForced()) {
      throw new RequestException(
          Fault.TOO_LARGE,
          "plan",
          "cannot be bands, which " + why + "; request plan=bits, or leave it out");
    }
    plan = null;
  }

  /// Reads the features if bands need them.
  ///
  /// @return the documents of the rows, which are final now
  RowDocuments prepare() {
    BandPlan chosen = plan;
    if (chosen != null) {
      CollectionBands read = new CollectionBands(divided, documents, chosen, reading, pool);
      if (read.texts() == 0 || way.bands(read.texts()) == null) {
        plan = null;
      } else {
        bands = read;
        divided = read.rows();
        documents = new RowDocuments(documents.collection(), divided.rows(), run, documents.stop());
      }
    }
    return documents;
  }

  /// Passes all pairs of different rows, once it is prepared.
  void join(RowSink near) {
    CollectionBands read = bands;
    if (read == null || run.isCancelled()) {
      bits(near, null);
      return;
    }
    BandJoin banded = read.join(minSimilarity(), maxPairs);
    boolean complete = banded.join((a, b, distance) -> add(read.row(a), read.row(b)), run, pool);
    families = banded.families();
    if (!complete && !run.isCancelled()) {
      bitsInstead("have more than " + maxPairs + " candidates");
      bits(near, null);
      return;
    }
    compareAll(near);
    if (read.texts() < divided.rows().size()) {
      bits(near, read);
    }
  }

  /// Passes the pairs of candidates by bits.
  ///
  /// @param others rows with features, whose pairs with each other are left out; null for none
  private void bits(RowSink near, @Nullable CollectionBands others) {
    PairSink candidate =
        (a, b, distance) -> {
          if (others == null || !others.hasFeatures(a) || !others.hasFeatures(b)) {
            pass(a, b, distance, similarity(a, b, distance), near);
          }
        };
    divided.equalPairs(isUnclear(0), candidate, run);
    join.join(
        (a, b, distance) -> divided.pairs(a, b, distance, isUnclear(distance), candidate),
        run,
        pool);
  }

  /// Adds a candidate, after those before it in the order of rows.
  private void add(int a, int b) {
    if (count == candidates.length) {
      candidates = Arrays.copyOf(candidates, count + (count >> 1));
    }
    candidates[count++] = (long) a << Integer.SIZE | b;
  }

  /// Passes the pairs of candidates by bands. The text of the first row of several is read once.
  private void compareAll(RowSink near) {
    int chunks = (count + CHUNK - 1) / CHUNK;
    comparing.begin(chunks);
    BandPlan banded = Objects.requireNonNull(plan);
    pool.invoke(
        ForkJoinTask.adapt(() ->
            Parallel.each(
                chunks,
                chunk -> {
                  compare(chunk * CHUNK, Math.min(count, (chunk + 1) * CHUNK), banded, near);
                  comparing.did(1);
                })));
  }

  private void compare(int from, int to, BandPlan banded, RowSink near) {
    int row = -1;
    FeatureVector vector = null;
    for (int i = from; i < to && !run.isCancelled(); i++) {
      int a = (int) (candidates[i] >>> Integer.SIZE);
      int b = (int) candidates[i];
      int distance = documents.rows().distance(a, b);
      boolean unclear = isUnclear(distance);
      if (unclear && row != a) {
        vector = documents.vector(a);
        row = a;
      }
      Double similarity = unclear ? similarity(vector, documents.vector(b)) : null;
      if (pass(a, b, distance, similarity, near)) {
        double estimated = 1 - 2.0 * distance / documents.rows().bits();
        found.increment();
        expected.add(1 / banded.recallAt(similarity == null ? estimated : similarity));
      }
    }
  }

  /// Passes a pair on if it is one of near-duplicates.
  private boolean pass(int a, int b, int distance, @Nullable Double similarity, RowSink near) {
    boolean accepted = accepts(distance, similarity);
    if (similarity != null) {
      compared.increment();
      if (!accepted) {
        refused.increment();
      }
    }
    if (accepted) {
      near.pair(a, b, distance, similarity);
    }
    return accepted;
  }

  /// Whether two rows are near-duplicates.
  ///
  /// @param similarity of their features, null if it was not computed
  boolean accepts(int distance, @Nullable Double similarity) {
    NearLimit limit = limit();
    Verification verification = limit.verification();
    return verification == null
        ? distance <= limit.maxDistance()
        : verification.accepts(distance, similarity);
  }

  private NearLimit limit() {
    return plan == null ? byBits : byBands;
  }

  private double minSimilarity() {
    return Objects.requireNonNull(lookup.verification()).minSimilarity();
  }

  /// Whether the features of two rows decide.
  boolean isUnclear(int distance) {
    return byBits.isUnclear(distance); // bands too
  }

  /// The similarity of the features of two rows, whose documents have equal features; null if it is
  /// not needed, or not known.
  @Nullable Double similarity(int a, int b, int distance) {
    if (!isUnclear(distance)) {
      return null;
    }
    FeatureVector vectorA = documents.vector(a);
    return similarity(vectorA, a == b || vectorA == null ? vectorA : documents.vector(b));
  }

  /// The similarity of two texts, null without the features of one.
  @Nullable Double similarity(@Nullable FeatureVector a, @Nullable FeatureVector b) {
    return a == null || b == null ? null : lookup.similarity(a, b);
  }

  /// The rule that tells variants from copies, too, if candidates are verified. Reads the texts of
  /// all documents, or of as many as suffice.
  DropRule separating(DropRule rule) {
    Verification verification = limit().verification();
    if (verification == null) {
      return rule;
    }
    FingerprintSnapshot rows = documents.rows();
    int step = DropRule.step(rows.size());
    DocumentFrequencies counted = new DocumentFrequencies();
    pool.invoke(
        ForkJoinTask.adapt(() ->
            Parallel.each((rows.size() + step - 1) / step, each -> count(each * step, counted))));
    return rule.separating(counted, step, verification);
  }

  private void count(int row, DocumentFrequencies counted) {
    FeatureVector vector = run.isCancelled() ? null : documents.vector(row);
    for (int i = 0; vector != null && i < documents.rows().documents(row); i++) {
      counted.add(vector);
    }
  }

  /// The share of the work that is done, 0.0 to 1.0.
  double progress() {
    return plan == null
        ? run.progress()
        : (reading.progress() + run.progress() + comparing.progress()) / 3;
  }

  /// What is joined, without pairs and groups.
  JoinResult result() {
    FingerprintSnapshot distinct = divided.distinct();
    BandPlan banded = plan;
    JoinPlan bits = join.plan();
    String name = banded == null ? bits.method().name() : "bands " + banded;
    return JoinResult.of(
            distinct.documents(),
            distinct.size(),
            lookup.maxDistance(),
            name,
            banded == null ? bits.exactTo() : -1,
            banded == null ? bits.recall() : banded.recallAt(minSimilarity()))
        .verified(
            limit().verification(),
            new Verified(compared.intValue(), refused.intValue()),
            banded == null ? null : JoinedBands.of(found.sum(), expected.sum(), families));
  }
}
