package io.neardup.pairs.bands;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.Parallel;
import io.neardup.hamming.RadixPartition;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.PairSet;
import io.neardup.pairs.PairSink;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.IntToLongFunction;

/// Finds the pairs of texts that share many features: a join of a collection with itself by
/// [bands][BandPlan] of [Minima]. Finds candidates, of which the features decide.
///
/// Rows are texts of equal features. Results depend on the rows alone, and not on their order or on
/// the number of threads.
public final class BandJoin {

  /* Why not by the bits of fingerprints. The work of a search by keys grows with n^(1 + ln p1 / ln p2),
  p1 being the probability that two near-duplicates agree on a bit or minimum, and p2 that other texts do.
  At a similarity of .54, bits agree with .77 against .5, minima with .54 against the .02 to .03 that texts
  of different contents share: exponents of .38 and .17. Texts of one kind (code, licences) share .2 and more;
  there the exponents are alike.

  One band at a time:

      keys of a band        5 9 2 5 7 9 9 ...        one int for each row
      with rows, sorted     (2,r2) (5,r0) (5,r3) (7,r4) (9,r1) (9,r5) (9,r6) ...
      buckets               {r0, r3}  {r1, r5, r6}    rows of equal keys: each pair is a candidate

  Refusals. Most rows of a bucket are not similar. Their sketches (16 bytes: a bit of each of 128 minima) are gathered
  once for a bucket, so that its pairs are compared in the cache,
  a nanosecond each; the fingerprints of the few that are left are read from memory (NearBounds). A pair of b
  agreeing bands is met b times, and kept once (PairSet).

  Dense places are divided by BucketComparison.

  Sources: Broder, "On the Resemblance and Containment of Documents", SEQUENCES 1997 (minima); Indyk,
           Motwani, "Approximate Nearest Neighbors", STOC 1998 (keys of several hashes, several tables);
           Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", chapter 3 (bands); Li, Koenig,
           "b-Bit Minwise Hashing", WWW 2010 (sketches); Bawa, Condie, Ganesan, "LSH Forest", WWW 2005, and
           Christiani, Pagh, Sivertsen, "Scalable and Robust Set Similarity Join", ICDE 2018 (division of
           dense buckets). */

  private static final int PARTITION_BITS = 11;
  private static final int PARTITION_ROWS = 512;

  private final FingerprintSnapshot rows;
  private final BandColumns columns;
  private final NearBounds bounds;
  private final MemoryRows view;
  private final PairSet pairs;
  private final Families families;

  /// A join of rows.
  ///
  /// @param rows texts of equal features, with their fingerprints
  /// @param columns of at least the first document of each row
  /// @param contents the [hash][FeatureHash] of the features of a document
  /// @param minSimilarity from which on texts are near-duplicates
  /// @param maxPairs maximum of candidates in memory, 16 bytes each
  public BandJoin(
      FingerprintSnapshot rows,
      BandColumns columns,
      IntToLongFunction contents,
      double minSimilarity,
      int maxPairs) {
    this.rows = rows;
    this.columns = columns;
    this.bounds = NearBounds.of(minSimilarity, rows.bits());
    this.view = new MemoryRows(rows, columns, contents);
    this.pairs = new PairSet(maxPairs);
    this.families = new Families(rows.size());
  }

  /// The distance in bits beyond which pairs are not candidates: one in a thousand pairs at the
  /// limit is.
  public static int farthest(double minSimilarity, int bits) {
    return NearBounds.farthest(minSimilarity, bits);
  }

  /// The rows that were not compared with all that agree with them, once the join is done.
  public Families families() {
    return families;
  }

  /// Passes every candidate to `sink`, in the order of rows and by one thread, and returns when all
  /// are passed.
  ///
  /// @return whether it was completed: neither cancelled, nor are there more candidates than fit in
  ///   memory
  public boolean join(PairSink sink, JoinRun run, ForkJoinPool pool) {
    run.begin(columns.plan().bands());
    return pool.invoke(ForkJoinTask.adapt(() -> collect(run))) && pass(sink, run);
  }

  private boolean collect(JoinRun run) {
    long[] keyed = new long[rows.size()];
    long[] sorted = new long[rows.size()];
    long[] order = byDocument();
    view.gather(order);
    boolean complete = true;
    for (int band = 0; band < columns.plan().bands() && complete && !run.isCancelled(); band++) {
      complete = collect(band, order, keyed, sorted, run);
      families.apply();
      run.did(1);
    }
    return complete && !run.isCancelled();
  }

  /// The first documents of rows in the upper halves, ascending, as columns are read, and the rows.
  private long[] byDocument() {
    long[] order = new long[rows.size()];
    Arrays.setAll(order, row -> (long) rows.document(row, 0) << Integer.SIZE | row);
    Arrays.parallelSort(order);
    return order;
  }

  private boolean collect(int band, long[] order, long[] keyed, long[] sorted, JoinRun run) {
    int chunk = keyed.length / 64 + 1;
    Parallel.each(
        64,
        c -> {
          int end = Math.min(keyed.length, (c + 1) * chunk);
          for (int i = c * chunk; i < end; i++) {
            int key = columns.key(band, (int) (order[i] >>> Integer.SIZE));
            keyed[i] = (long) key << Integer.SIZE | (int) order[i];
          }
        });
    int[] ends = partition(keyed, keyed.length, sorted);
    boolean[] failed = new boolean[1];
    Parallel.each(
        ends.length,
        part -> {
          int from = part == 0 ? 0 : ends[part - 1];
          if (!run.isCancelled() && !compare(sorted, from, ends[part])) {
            failed[0] = true;
          }
        });
    return !failed[0];
  }

  /// Writes keyed rows to `sorted`, ordered by some bits of their keys, on all threads of the pool.
  ///
  /// @return where each partition ends
  static int[] partition(long[] keyed, int size, long[] sorted) {
    int bits = 1;
    while (bits < PARTITION_BITS && size >>> bits > PARTITION_ROWS) {
      bits++;
    }
    return RadixPartition.inParallel(keyed, size, Long.SIZE - bits, bits, sorted);
  }

  /// Compares the buckets of a range of keyed rows.
  private boolean compare(long[] keyed, int from, int to) {
    Arrays.sort(keyed, from, to);
    BucketComparison comparison = new BucketComparison(view, bounds, pairs::add, families);
    comparison.compare(keyed, from, to);
    return comparison.flush();
  }

  private boolean pass(PairSink sink, JoinRun run) {
    int count = pairs.size();
    if (pairs.isFull()) {
      return false;
    }
    long[] sorted = pairs.sorted();
    for (int i = 0; i < count && !run.isCancelled(); i++) {
      int a = (int) (sorted[i] >>> Integer.SIZE);
      int b = (int) sorted[i];
      sink.pair(a, b, rows.distance(a, b));
    }
    return !run.isCancelled();
  }

  /// What is compared of rows, the sketches beside each other: most reads are of these, at random.
  private static final class MemoryRows implements BucketComparison.Rows {

    private final FingerprintSnapshot snapshot;
    private final BandColumns columns;
    private final IntToLongFunction hashes;
    private long[] sketches = new long[0];

    MemoryRows(FingerprintSnapshot snapshot, BandColumns columns, IntToLongFunction hashes) {
      this.snapshot = snapshot;
      this.columns = columns;
      this.hashes = hashes;
    }

    /// Reads the sketches.
    ///
    /// @param order the first documents of rows in the upper halves, and the rows
    void gather(long[] order) {
      sketches = new long[Math.multiplyExact(2, order.length)];
      for (long each : order) {
        for (int word = 0; word < 2; word++) {
          sketches[2 * (int) each + word] = columns.sketch(word, (int) (each >>> Integer.SIZE));
        }
      }
    }

    @Override
    public long sketch(int word, int row) {
      return sketches[2 * row + word];
    }

    @Override
    public byte further(int index, int row) {
      return columns.further(index, snapshot.document(row, 0));
    }

    @Override
    public int distance(int a, int b) {
      return snapshot.distance(a, b);
    }

    @Override
    public long contents(int row) {
      return hashes.applyAsLong(snapshot.document(row, 0));
    }
  }
}
