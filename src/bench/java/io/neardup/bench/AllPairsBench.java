package io.neardup.bench;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.JoinRun;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;

/// Time to find all pairs of fingerprints within a distance in a collection, on all cores.
///
/// ```
/// mvn -q test-compile
/// mvn -q -Pbench exec:exec -Dbench.main=io.neardup.bench.AllPairsBench -Dbench="uniform 10000000"
/// ```
///
/// Arguments: the distribution (`uniform`; `skewed`, where all fingerprints share 16 bits and are
/// in one bucket of a table; `dense`, where all are around one fingerprint; or a file of
/// hexadecimal fingerprints, one per line), the number of documents, and optionally the distance
/// (3), the bits (64) and the rounds (5). 100 million documents need `-Xmx3g`: 12 bytes per
/// document and 8 more during the join.
///
/// Prints for each round the time of sorting the fingerprints and of the join, then the medians.
/// Every thousandth document is a copy of the one before with as many flipped bits as the distance;
/// the benchmark fails unless the join finds at least as many pairs.
public final class AllPairsBench {

  private static final int PLANTED_EVERY = 1_000;

  private AllPairsBench() {}

  /// Runs the rounds.
  public static void main(String[] arguments) {
    List<String> args = List.of(arguments);
    String shape = args.isEmpty() ? "uniform" : args.get(0);
    int documents = number(args, 1, 1_000_000);
    int distance = number(args, 2, 3);
    int bits = number(args, 3, 64);
    int rounds = number(args, 4, 5);
    ForkJoinPool pool = new ForkJoinPool();
    double[] sorts = new double[rounds];
    double[] joins = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      FingerprintSnapshotBuilder builder = new FingerprintSnapshotBuilder(bits, documents);
      int planted = fill(builder, shape, documents, bits, new SplittableRandom(round), distance);
      long start = System.nanoTime();
      FingerprintSnapshot rows = builder.build(pool);
      long sorted = System.nanoTime();
      AllPairs join = AllPairs.reaching(rows, distance, distance, 0.95);
      LongAdder pairs = new LongAdder();
      join.join((a, b, d) -> pairs.increment(), new JoinRun(), pool);
      long end = System.nanoTime();
      sorts[round] = (sorted - start) / 1e9;
      joins[round] = (end - sorted) / 1e9;
      System.out.printf(
          "%s %,d distinct, distance %d: sort %.3f s, join %.3f s, %,d pairs (%,d planted), %s%n",
          shape,
          rows.size(),
          distance,
          sorts[round],
          joins[round],
          pairs.sum(),
          planted,
          join.plan());
      if (join.plan().isExact() && pairs.sum() < planted) {
        throw new AssertionError(pairs.sum() + " pairs, but " + planted + " are planted");
      }
    }
    System.out.printf("median: sort %.3f s, join %.3f s%n", median(sorts), median(joins));
  }

  private static int number(List<String> args, int index, int byDefault) {
    return args.size() > index ? Integer.parseInt(args.get(index)) : byDefault;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  /// Adds the documents, and returns a lower bound for the number of pairs.
  private static int fill(
      FingerprintSnapshotBuilder rows,
      String shape,
      int documents,
      int bits,
      SplittableRandom random,
      int near) {
    if (!List.of("uniform", "skewed", "dense").contains(shape)) {
      return read(rows, Path.of(shape), documents, bits);
    }
    int planted = 0;
    long[] words = new long[(bits + Long.SIZE - 1) / Long.SIZE];
    for (int document = 0; document < documents; document++) {
      if (document > 0 && document % PLANTED_EVERY == 0) {
        random // the same words as before, but for other bits
            .ints(0, bits)
            .distinct()
            .limit(near)
            .forEach(bit -> words[bit / Long.SIZE] ^= 1L << bit);
        planted++;
      } else {
        draw(words, shape, bits, random);
      }
      rows.add(document, Fingerprint.of(bits, words));
    }
    return planted;
  }

  private static void draw(long[] words, String shape, int bits, SplittableRandom random) {
    for (int w = 0; w < words.length; w++) {
      words[w] =
          switch (shape) {
            case "uniform" -> random.nextLong();
            case "skewed" -> random.nextLong() & ~(0xFFFFL << 48);
            default ->
                random.nextLong() & random.nextLong() & random.nextLong() & random.nextLong();
          };
    }
    words[words.length - 1] &= -1L >>> (words.length * Long.SIZE - bits);
  }

  private static int read(FingerprintSnapshotBuilder rows, Path file, int documents, int bits) {
    try (var lines = Files.lines(file)) {
      int[] document = {0};
      lines
          .limit(documents)
          .forEach(hex -> rows.add(document[0]++, Fingerprint.parse(hex.strip(), bits)));
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
