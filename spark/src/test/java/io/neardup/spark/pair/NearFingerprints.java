package io.neardup.spark.pair;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.JoinRun;
import io.neardup.simhash.Fingerprint;
import io.neardup.spark.LocalSpark;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// Distinct fingerprints, some of them near each other, with what the engine finds among them. The
/// first document of the n-th fingerprint is n, and it has n % 3 + 1 documents.
public record NearFingerprints(int bits, List<Fingerprint> fingerprints) {

  private static final StructType ROWS =
      new StructType()
          .add("fp", DataTypes.BinaryType)
          .add("first", DataTypes.LongType)
          .add("documents", DataTypes.LongType)
          .add("referred", DataTypes.LongType);

  /// A pair.
  public record Pair(long a, long b, int distance) implements Comparable<Pair> {

    @Override
    public int compareTo(Pair other) {
      return a != other.a ? Long.compare(a, other.a) : Long.compare(b, other.b);
    }
  }

  /// @param equalBits the number of first bits that all have in common
  public static NearFingerprints of(int bits, int size, int maxDistance, int equalBits, long seed) {
    Random random = new Random(seed);
    Set<Fingerprint> found = new LinkedHashSet<>();
    List<Fingerprint> known = new ArrayList<>();
    while (known.size() < size) {
      Fingerprint next;
      if (known.isEmpty() || random.nextInt(3) > 0) {
        next = random(bits, equalBits, random);
      } else {
        Fingerprint near = known.get(random.nextInt(known.size()));
        next =
            flipped(
                near,
                random.nextInt(Math.min(bits - equalBits, maxDistance + 2)),
                equalBits,
                random);
      }
      if (found.add(next)) {
        known.add(next);
      }
    }
    return new NearFingerprints(bits, known);
  }

  /// Independent ones.
  public static NearFingerprints uniform(int bits, int size, int equalBits, long seed) {
    Random random = new Random(seed);
    List<Fingerprint> all = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      all.add(random(bits, equalBits, random));
    }
    return new NearFingerprints(bits, all);
  }

  private static Fingerprint random(int bits, int equalBits, Random random) {
    long[] words = new long[(bits + 63) / 64];
    for (int bit = equalBits; bit < bits; bit++) {
      if (random.nextBoolean()) {
        words[bit / 64] |= 1L << bit;
      }
    }
    return Fingerprint.of(bits, words);
  }

  /// A copy with other values of so many bits.
  public static Fingerprint flipped(Fingerprint of, int distance, int equalBits, Random random) {
    List<Integer> bits = new ArrayList<>();
    for (int bit = equalBits; bit < of.bits(); bit++) {
      bits.add(bit);
    }
    Collections.shuffle(bits, random);
    long[] words = new long[(of.bits() + 63) / 64];
    for (int word = 0; word < words.length; word++) {
      words[word] = of.word(word);
    }
    bits.subList(0, distance).forEach(bit -> words[bit / 64] ^= 1L << bit);
    return Fingerprint.of(of.bits(), words);
  }

  /// The rows of a job.
  public Dataset<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < fingerprints.size(); i++) {
      rows.add(
          RowFactory.create(FingerprintBytes.of(fingerprints.get(i)), (long) i, documents(i), 0L));
    }
    return LocalSpark.session().createDataFrame(rows, ROWS).repartition(3);
  }

  public static long documents(long first) {
    return first % 3 + 1;
  }

  /// The fingerprints as the service joins them.
  public FingerprintSnapshot snapshot() {
    FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(bits, fingerprints.size());
    for (int i = 0; i < fingerprints.size(); i++) {
      builder.add(i, fingerprints.get(i));
    }
    return builder.build(ForkJoinPool.commonPool());
  }

  /// All pairs, as the service finds them with recall 1.
  public Set<Pair> pairs(int maxDistance) {
    FingerprintSnapshot snapshot = snapshot();
    Set<Pair> pairs = Collections.synchronizedSet(new TreeSet<>());
    AllPairs.reaching(snapshot, maxDistance, maxDistance, 1.0)
        .join(
            (a, b, distance) -> {
              int one = snapshot.document(a, 0);
              int other = snapshot.document(b, 0);
              pairs.add(new Pair(Math.min(one, other), Math.max(one, other), distance));
            },
            new JoinRun(),
            ForkJoinPool.commonPool());
    return pairs;
  }
}
