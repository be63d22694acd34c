package io.neardup.pairs.bands;

import io.neardup.hamming.Parallel;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.disk.RecordReader;
import io.neardup.pairs.disk.RecordWriter;
import io.neardup.pairs.disk.SortedRuns;
import io.neardup.pairs.disk.WorkFolder;
import io.neardup.simhash.Columns;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.stream.IntStream;

/// The join of a [BandJoin] for documents that are larger than memory: it finds the same
/// candidates. A row is known by the number of its first document.
///
/// Stages of a [WorkFolder]: equal documents, each band, the candidates of all bands.
public final class StoredBandJoin {

  /* What is needed in the order of keys, and known in the order of documents, is read in parts that fit in memory:
  a part of the keys of a band (16 bytes for a row) is sorted; of the rows that have a key in common with another,
  what is compared (57 bytes and the fingerprint, WithinMemory) is read in one pass over all documents, or in several
  if that is more than fits. Nothing is read at random. So a band costs about

      n * (4 * parts + 100 * passes) bytes read, and 8 bytes written for each pair that agrees

  Candidates are sorted runs of pairs, the later document in the upper half, then the earlier one; the first bit
  is set if the fingerprints decide, so that these come first. Their merge is the file `pairs`.

  In memory are 4 bytes for each document, and 4 more once there is a family. */

  /// The file of the candidates: 8 bytes each, in ascending order.
  public static final String PAIRS = "pairs";

  private static final String RECORDS = "records";
  private static final String ROWS = "rows";
  private static final String PRINTS = "fingerprints";
  private static final String BANDS = "bands";
  private static final String CANDIDATES = "candidates";
  private static final String FAMILIES = "families-";
  private static final int TABLE_BYTES = 96; // of two FirstNumbers
  private static final int KEY_BYTES = 16;
  private static final int LEAST = 1 << 12;

  private final WorkFolder work;
  private final BandPlan plan;
  private final int bits;
  private final int clearWithin;
  private final NearBounds bounds;
  private final long memory;
  private final int records;
  private final Families families;
  private int[] first = new int[0]; // the file of that name, once it is there

  /// A join of documents, all of which are stored.
  ///
  /// @param bits of the fingerprints
  /// @param clearWithin the distance up to which fingerprints decide, -1 for none
  /// @param minSimilarity from which on texts are near-duplicates
  /// @param memory for each of the parts, keys and candidates, in bytes
  public StoredBandJoin(
      WorkFolder work,
      BandPlan plan,
      int bits,
      int clearWithin,
      double minSimilarity,
      long memory) {
    this.work = work;
    this.plan = plan;
    this.bits = bits;
    this.clearWithin = clearWithin;
    this.bounds = NearBounds.of(minSimilarity, bits);
    this.memory = memory;
    this.records = (int) work.known(RECORDS);
    this.families = new Families(records);
    for (String saved : work.files(FAMILIES)) {
      try (RecordReader in = work.read(saved)) {
        families.read(in);
      }
    }
  }

  /// Ends the stage in which documents are stored.
  ///
  /// @param records the number of documents
  public static void stored(WorkFolder work, int records) {
    work.put(RECORDS, records);
    work.endStage();
  }

  /// Whether all documents are stored.
  public static boolean isStored(WorkFolder work) {
    return work.fact(RECORDS) != null;
  }

  /// The number of documents.
  public int records() {
    return records;
  }

  /// The number of distinct fingerprints, once documents are [united][#unite].
  public int fingerprints() {
    return (int) work.known(PRINTS);
  }

  /// The number of rows, once documents are [united][#unite].
  public int rows() {
    return (int) work.known(ROWS);
  }

  /// The rows that were not compared with all that agree with them, once the join is done.
  public Families families() {
    return families;
  }

  /// Finds which documents are one row, the first stage.
  public void unite() {
    if (work.fact(ROWS) == null) {
      int[] numbers = new int[records];
      int parts = parts(records, TABLE_BYTES);
      long rows = 0;
      long prints = 0;
      for (int part = 0; part < parts; part++) {
        FirstNumbers ofContents = new FirstNumbers();
        FirstNumbers ofPrints = new FirstNumbers();
        unite(part, parts, numbers, ofContents, ofPrints);
        rows += ofContents.size();
        prints += ofPrints.size();
      }
      try (RecordWriter out = work.write(StoredBands.FIRST)) {
        for (int number : numbers) {
          out.putInt(number);
        }
      }
      work.put(ROWS, rows);
      work.put(PRINTS, prints);
      work.endStage();
    }
    first = new int[records];
    try (RecordReader in = work.read(StoredBands.FIRST)) {
      Arrays.setAll(first, i -> in.getInt());
    }
  }

  private void unite(
      int part, int parts, int[] numbers, FirstNumbers ofContents, FirstNumbers ofPrints) {
    StoredBands.read(
        work,
        bits,
        records,
        number -> true,
        (number, document) -> {
          if (document.features() <= 0) {
            numbers[number] = document.features() < 0 ? StoredBands.UNREADABLE : -1;
            return;
          }
          long print = print(document);
          if (part(print, parts) == part) {
            ofPrints.first(print, number);
          }
          long key = Columns.mix(print ^ document.contents());
          if (part(key, parts) == part) {
            numbers[number] = ofContents.first(key, number);
          }
        });
  }

  /// A hash of the fingerprint.
  private static long print(StoredBands.StoredRow document) {
    long hash = 0;
    for (long word : document.words()) {
      hash = Columns.mix((hash ^ word) + Columns.GOLDEN_RATIO);
    }
    return hash;
  }

  private int parts(long count, int bytes) {
    return (int) Math.max(1, Math.min(1 << 12, (count * bytes + memory - 1) / memory));
  }

  /// The part that a key belongs to, by its upper half.
  private static int part(long key, int parts) {
    return (int) ((key >>> Integer.SIZE) * parts >>> Integer.SIZE);
  }

  /// The first document with the same features, below 0 if a document has none or cannot be read.
  public int first(int number) {
    return first[number];
  }

  /// Whether a document cannot be read.
  public boolean isUnreadable(int number) {
    return first[number] == StoredBands.UNREADABLE;
  }

  /// Finds the candidates, band by band.
  public void join(JoinRun run, ForkJoinPool pool) {
    run.begin(plan.bands());
    Long done = work.fact(BANDS);
    int from = done == null ? 0 : done.intValue();
    run.did(from);
    for (int band = from; band < plan.bands(); band++) {
      int current = band;
      pool.invoke(ForkJoinTask.adapt(() -> join(current)));
      families.apply();
      endBand(band);
      run.did(1);
    }
    if (work.files(PAIRS).isEmpty()) {
      merge();
    }
  }

  private void endBand(int band) {
    work.delete(List.of(StoredBands.band(band)));
    if (families.rows() > 0) {
      work.delete(work.files(FAMILIES));
      try (RecordWriter out = work.write(FAMILIES + band)) {
        families.write(out);
      }
    }
    work.put(BANDS, band + 1L);
    work.endStage();
  }

  private void merge() {
    List<String> runs = work.files(CANDIDATES);
    try (RecordWriter out = work.write(PAIRS)) {
      SortedRuns.merge(work, runs, false, (pair, value) -> out.putLong(pair));
    }
    work.delete(runs);
    work.endStage();
  }

  private void join(int band) {
    SortedRuns found =
        new SortedRuns(
            work,
            CANDIDATES + "-" + band,
            Math.clamp(memory / Long.BYTES, LEAST, Integer.MAX_VALUE / 4));
    int parts = parts(rows(), KEY_BYTES);
    for (int part = 0; part < parts; part++) {
      long[] keyed = keyed(band, part, parts);
      long[] sorted = new long[keyed.length];
      int[] ends = BandJoin.partition(keyed, keyed.length, sorted);
      int[] starts = IntStream.range(0, ends.length).map(i -> i == 0 ? 0 : ends[i - 1]).toArray();
      Parallel.each(ends.length, i -> Arrays.sort(sorted, starts[i], ends[i]));
      compare(sorted, starts, ends, found);
    }
    found.write();
  }

  /// The keys of the rows of a part, with the rows.
  private long[] keyed(int band, int part, int parts) {
    long[] keyed = new long[rows() / parts + 1];
    int size = 0;
    try (RecordReader in = work.read(StoredBands.band(band))) {
      for (int number = 0; number < records; number++) {
        long key = (long) in.getInt() << Integer.SIZE;
        if (first[number] == number && part(key, parts) == part) {
          keyed = size < keyed.length ? keyed : Arrays.copyOf(keyed, size + size / 4 + 1);
          keyed[size++] = key | number;
        }
      }
    }
    return size == keyed.length ? keyed : Arrays.copyOf(keyed, size);
  }

  /// Compares the rows of the buckets of partitions, as many partitions at once as fit in memory.
  private void compare(long[] sorted, int[] starts, int[] ends, SortedRuns found) {
    long most = Math.max(1, memory / WithinMemory.bytes(bits));
    for (int from = 0; from < ends.length; ) {
      BitSet members = new BitSet(records);
      int to = from;
      for (long size = 0; to < ends.length && (to == from || size < most); to++) {
        size += agreeing(sorted, starts[to], ends[to], members);
      }
      WithinMemory rows = new WithinMemory(members, bits);
      StoredBands.read(work, bits, records, members::get, rows::add);
      int begin = from;
      Parallel.each(
          to - from,
          i -> {
            BucketComparison comparison =
                new BucketComparison(
                    rows, bounds, (pairs, count) -> add(pairs, count, rows, found), families);
            comparison.compare(sorted, starts[begin + i], ends[begin + i]);
            comparison.flush();
          });
      from = to;
    }
  }

  /// Sets the rows that have a key in common with another one, and returns their number.
  private static int agreeing(long[] sorted, int from, int to, BitSet members) {
    int count = 0;
    for (int i = from; i < to; i++) {
      long key = sorted[i] >>> Integer.SIZE;
      if (i > from && sorted[i - 1] >>> Integer.SIZE == key
          || i + 1 < to && sorted[i + 1] >>> Integer.SIZE == key) {
        members.set((int) sorted[i]);
        count++;
      }
    }
    return count;
  }

  private boolean add(long[] pairs, int count, WithinMemory rows, SortedRuns found) {
    long[] marked = new long[count];
    for (int i = 0; i < count; i++) {
      int earlier = (int) (pairs[i] >>> Integer.SIZE);
      int later = (int) pairs[i];
      long clear = rows.distance(earlier, later) <= clearWithin ? Long.MIN_VALUE : 0;
      marked[i] = clear | (long) later << Integer.SIZE | earlier;
    }
    found.add(marked, count);
    return true;
  }
}
