package io.neardup.cli.corpus;

import io.neardup.cli.files.FileFailure;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.measure.DropRule;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.PairSink;
import io.neardup.pairs.RecordPass;
import io.neardup.pairs.bands.BandColumns;
import io.neardup.pairs.bands.BandJoin;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.Families;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.pairs.group.Group;
import io.neardup.pairs.group.GroupJoin;
import io.neardup.simhash.FeatureVector;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The join of a corpus with itself: its pairs, or its groups. Single use, by one thread; others
/// may read the progress. Results do not depend on the number of threads.
public final class CorpusJoin {

  /// Maximum of records with one fingerprint that are listed pair by pair; the first represents the
  /// others in further pairs beyond.
  public static final int MAX_EQUAL = 100;

  private static final int HEAP_SHARE = 3;

  private final Corpus corpus;
  private final @Nullable ContentRows divided; // by their features, null if pairs are found already
  private final CorpusRows rows;
  private final FingerprintSnapshot snapshot;
  private final NearLimit limit;
  private final @Nullable AllPairs join; // by bits
  private @Nullable BandJoin bands; // in its place, until it is done
  private final @Nullable StoredCorpus stored; // whose pairs are found already, in its place
  private final @Nullable BandPlan plan;
  private final @Nullable Families families;
  private final RecordPass<FeatureVector> texts;
  private final CandidatePairs candidates;
  private final int maxPairs;
  private final ForkJoinPool pool;
  private final JoinRun run = new JoinRun();
  private final AtomicLongArray distances;
  private long refused;
  private volatile boolean allFound;
  private DropRule rule = DropRule.ALL;
  private int spared;
  private boolean onlyReferred; // pairs of a record of the reference and one of the input

  /// Sorts the fingerprints, and plans the join.
  ///
  /// @param limit up to where records are near-duplicates
  /// @param recall the requested probability of finding a pair at the distance of the limit, above
  ///   0, at most 1
  /// @param maxPairs maximum of pairs in memory, and of candidates to be verified
  /// @param forced whether bands are used for a few records, too, if the corpus has them
  /// @param texts of the records, for verification; a third of the maximum heap may be used for
  ///   their features
  public CorpusJoin(
      Corpus corpus,
      NearLimit limit,
      double recall,
      int maxPairs,
      boolean forced,
      RecordPass<FeatureVector> texts,
      ForkJoinPool pool) {
    this.corpus = corpus;
    this.divided = corpus.rows(pool);
    this.rows = new CorpusRows(corpus, divided.rows());
    this.snapshot = rows.snapshot();
    this.bands = bands(limit, maxPairs, forced);
    this.stored = null;
    this.plan = bands == null ? null : Objects.requireNonNull(corpus.bands()).plan();
    this.families = bands == null ? null : bands.families();
    this.limit = bands == null ? limit : JoinWay.reaching(limit, snapshot.bits());
    this.join =
        bands == null
            ? AllPairs.reaching(divided.distinct(), limit.maxDistance(), limit.reach(), recall)
            : null;
    this.texts = texts;
    this.candidates = new CandidatePairs(maxPairs, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    this.maxPairs = maxPairs;
    this.pool = pool;
    this.distances = new AtomicLongArray(this.limit.reach() + 1);
  }

  /// The join of a stored corpus, whose pairs are found.
  ///
  /// @param limit up to where records are near-duplicates
  /// @param maxPairs maximum of pairs in memory
  public CorpusJoin(StoredCorpus stored, NearLimit limit, int maxPairs, ForkJoinPool pool) {
    this.corpus = stored.near();
    this.divided = null;
    this.rows = new CorpusRows(corpus, corpus.rows(pool).rows());
    this.snapshot = rows.snapshot();
    this.stored = stored;
    this.plan = stored.plan();
    this.families = stored.join().families();
    this.limit = JoinWay.reaching(limit, snapshot.bits());
    this.join = null;
    this.texts = (records, reader) -> {};
    this.candidates = stored.similar(maxPairs);
    this.maxPairs = maxPairs;
    this.pool = pool;
    this.distances = new AtomicLongArray(this.limit.reach() + 1);
    this.refused = stored.refused();
  }

  private @Nullable BandJoin bands(NearLimit given, int mostPairs, boolean forced) {
    BandColumns columns = corpus.bands();
    Verification verification = given.verification();
    return columns == null
            || verification == null
            || !forced && snapshot.size() <= BandPlan.FEW_ROWS
        ? null
        : new BandJoin(
            snapshot, columns, corpus::contents, verification.minSimilarity(), mostPairs);
  }

  /// The records.
  public Corpus corpus() {
    return corpus;
  }

  /// Up to where records are near-duplicates.
  public NearLimit limit() {
    return limit;
  }

  /// The number of candidates whose features were compared, once the join is done.
  public long compared() {
    return stored == null ? candidates.size() : stored.compared();
  }

  /// The number of these that are no near-duplicates.
  public long refused() {
    return refused;
  }

  /// How pairs are found, and how many of them.
  public JoinCoverage coverage() {
    return new JoinCoverage(plan, join == null ? null : join.plan(), limit);
  }

  /// What was not compared as too many records are alike, null for joins by bits.
  public @Nullable Families families() {
    return families;
  }

  /// The number of distinct fingerprints.
  public int fingerprints() {
    return divided == null
        ? Objects.requireNonNull(stored).join().fingerprints()
        : divided.distinct().size();
  }

  /// The share of the work that is done, 0.0 to 1.0; -1 once all pairs are found and their features
  /// are compared, which is not known.
  public double progress() {
    return allFound ? -1 : run.progress();
  }

  /// The number of pairs of records by distance, once the join is done. Pairs of all records with
  /// one fingerprint count, but none inside the reference, nor those that are not listed or
  /// grouped.
  public long[] histogram() {
    long[] counts = new long[distances.length()];
    Arrays.setAll(counts, distances::get);
    for (int row = 0; row < snapshot.size(); row++) {
      counts[0] += rows.pairsIn(row, onlyReferred);
    }
    return counts;
  }

  /// Passes all pairs of rows to a sink: those that distances decide on while they are found, those
  /// to be verified afterwards.
  private void joinTo(PairSink sink) {
    PairSink found =
        (a, b, distance) -> {
          if (rows.pairsOf(a, b, onlyReferred) == 0) {
            return;
          }
          if (!limit.isUnclear(distance)) {
            pass(a, b, distance, sink);
          } else if (!candidates.add(snapshot.document(a, 0), snapshot.document(b, 0))) {
            run.cancel();
          }
        };
    boolean complete = true;
    if (stored != null) {
      allFound = true;
      stored.clear(pair -> passRecords(PairRounds.earlier(pair), PairRounds.later(pair), sink));
    } else if (bands != null) {
      complete = bands.join(found, run, pool);
      bands = null; // its memory is needed for features
      corpus.dropBands();
    } else if (join != null && divided != null) {
      divided.equalPairs(limit.isUnclear(0), found, run);
      join.join(
          (a, b, distance) -> divided.pairs(a, b, distance, limit.isUnclear(distance), found),
          run,
          pool);
    }
    if (candidates.isFull() || !complete && !run.isCancelled()) {
      throw new FileFailure(
          "there are more than "
              + maxPairs
              + " candidates to be verified, the maximum in memory; raise --max-pairs, use --work"
              + " DIR for a join in files, or --no-verify to decide by distance");
    }
    allFound = true;
    Verification verification = limit.verification();
    if (verification != null && !run.isCancelled()) {
      verify(verification, sink);
    }
  }

  private void verify(Verification verification, PairSink sink) {
    if (stored == null) {
      candidates.compare(texts, corpus::features, rule);
    }
    for (int i = 0; i < candidates.size(); i++) {
      int distance = rows.distance(candidates.earlier(i), candidates.later(i));
      if (verification.accepts(distance, candidates.similarity(i))) {
        passRecords(candidates.earlier(i), candidates.later(i), sink);
      } else {
        refused++;
      }
    }
  }

  private void passRecords(int earlier, int later, PairSink sink) {
    int one = rows.rowOf(earlier);
    int other = rows.rowOf(later);
    pass(Math.min(one, other), Math.max(one, other), snapshot.distance(one, other), sink);
  }

  private void pass(int a, int b, int distance, PairSink sink) {
    distances.addAndGet(distance, rows.pairsOf(a, b, onlyReferred));
    sink.pair(a, b, distance);
  }

  /// Receives pairs of records.
  @FunctionalInterface
  public interface PairReader {

    /// Receives a pair.
    ///
    /// @param a the number of a record
    /// @param b a greater number
    /// @param similarity of their features, null if it was not computed
    void pair(int a, int b, int distance, @Nullable Double similarity);
  }

  /// Passes all pairs to `reader`, in the order of the records; with a reference, the pairs of one
  /// of its records and one of the input.
  ///
  /// @throws FileFailure if there are more than can be kept in memory
  public void pairs(PairReader reader) {
    onlyReferred = corpus.reference().size() > 0;
    ListedPairs listed = new ListedPairs(snapshot, corpus.reference(), maxPairs);
    joinTo((a, b, distance) -> {
      if (!listed.addRows(a, b)) {
        run.cancel();
      }
    });
    if (run.isCancelled()) {
      throw ListedPairs.tooMany(maxPairs);
    }
    listed
        .all()
        .forEach(pair -> {
          int a = (int) (pair >>> Integer.SIZE);
          int b = (int) pair;
          Double similarity = similarity(rows.rowOf(a), rows.rowOf(b));
          reader.pair(a, b, rows.distance(a, b), similarity);
        });
  }

  /// The exact similarity of two rows, null if it was not computed: the distance decides.
  private @Nullable Double similarity(int one, int other) {
    if (one == other) {
      return limit.isUnclear(0) ? Double.valueOf(1) : null;
    }
    return candidates.similarity(snapshot.document(one, 0), snapshot.document(other, 0));
  }

  /// The groups, the largest first, then by the number of the survivor. A record of the reference
  /// is a member only as the survivor.
  ///
  /// @param stars whether groups are stars; otherwise connected components
  /// @param dropped which records of stars may be dropped for which
  /// @param againstOnly whether records are grouped only with those of the reference
  /// @throws FileFailure if there are more pairs than stars can keep in memory
  public List<NearSet> groups(
      boolean stars, SurvivorOrder preference, DropRule dropped, boolean againstOnly) {
    rule = dropped;
    onlyReferred = againstOnly;
    Comparator<Integer> order = preference.of(corpus);
    GroupJoin<Integer> groups =
        new GroupJoin<>(snapshot, this::joinTo, run, row -> rows.best(row, order), order);
    List<Group> found =
        stars
            ? groups
                .stars(maxPairs, preference.isCentral(), row -> rows.referred(row) > 0, this::drops)
                .orElseThrow(() -> ListedPairs.tooMany(maxPairs))
            : groups.components();
    List<NearSet> sets = new ArrayList<>(found.size());
    for (Group group : found) {
      int survivor = Objects.requireNonNull(groups.survivor(group));
      boolean referred = corpus.reference().has(survivor);
      NearSet set = set(group, survivor, preference.keepsOne() || referred);
      if (set.size() > 1 && (referred || !againstOnly)) { // otherwise of the reference alone
        sets.add(set);
      }
    }
    spared = groups.spared();
    sets.sort(
        Comparator.comparingInt(NearSet::size).reversed().thenComparingInt(NearSet::survivor));
    return sets;
  }

  /// Whether a record of one row may be dropped for one of another.
  private boolean drops(int centre, int row) {
    return rule.isAll()
        || candidates.drops(snapshot.document(row, 0), snapshot.document(centre, 0));
  }

  /// The number of records that are near a kept one, and are kept since the rule does not drop
  /// them.
  public int spared() {
    return spared;
  }

  /// The distance of two records that have features.
  public int distance(int a, int b) {
    return rows.distance(a, b);
  }

  private NearSet set(Group group, int survivor, boolean kept) {
    int[] members =
        rows.records(group.rows())
            .filter(record -> record == survivor || !corpus.reference().has(record))
            .sorted()
            .toArray();
    int row = rows.rowOf(survivor);
    return new NearSet(
        survivor,
        kept,
        members,
        IntStream.of(members).map(member -> rows.distance(survivor, member)).toArray(),
        (int) IntStream.of(members).filter(member -> !isNear(row, rows.rowOf(member))).count());
  }

  private boolean isNear(int survivorRow, int row) {
    int distance = snapshot.distance(survivorRow, row);
    Verification verification = limit.verification();
    return survivorRow == row
        || (verification == null
            ? distance <= limit.maxDistance()
            : verification.accepts(distance, similarity(survivorRow, row))
                && !(limit.isUnclear(distance) && similarity(survivorRow, row) == null));
  }
}
