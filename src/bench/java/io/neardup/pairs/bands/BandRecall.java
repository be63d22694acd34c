package io.neardup.pairs.bands;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.measure.WeightedJaccard;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinRun;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureReader;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.SparseColumns;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.json.JsonMapper;

/// The share of the near-duplicates of a file of texts that joins by bands find, with the functions
/// of neardup and with others, and the time they take.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.pairs.bands.BandRecall \
///     -Dbench="texts.jsonl.gz 10 4x45 4x35" -Dbench.jvm="-Xmx4g"
/// ```
///
/// Arguments: a compressed file of JSON lines with `text`; how many seeds of functions; plans. All
/// pairs with a minimum of three in common in one of 128 bands are compared exactly: of the pairs
/// at the limit of .54, that leaves out one in ten million.
final class BandRecall {

  private static final BandPlan REFERENCE = new BandPlan(3, 128);
  private static final double LIMIT = 0.54;
  private static final int MOST = 1 << 30;

  private final Profile profile = Profiles.SIMHASH_256_V1;
  private final FeatureVector[] texts;

  private BandRecall(List<String> texts) {
    this.texts =
        texts.parallelStream()
            .map(text -> profile.vector(new Content.Text(text)))
            .filter(vector -> vector.size() > 0)
            .distinct()
            .toArray(FeatureVector[]::new);
  }

  public static void main(String[] arguments) throws IOException {
    JsonMapper json = new JsonMapper();
    List<String> texts;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Path.of(arguments[0]))),
                StandardCharsets.UTF_8))) {
      texts = lines.lines().map(line -> json.readTree(line).path("text").asString()).toList();
    }
    new BandRecall(texts).run(Integer.parseInt(arguments[1]), arguments);
  }

  private void run(int seeds, String... arguments) {
    long start = System.nanoTime();
    Set<Long> expected = reference();
    System.out.printf(
        "%,d distinct texts, %,d pairs of %.2f or more, %.0f s%n",
        texts.length, expected.size(), LIMIT, (System.nanoTime() - start) / 1e9);
    for (int i = 2; i < arguments.length; i++) {
      BandPlan plan = BandPlan.parse(arguments[i]).orElseThrow();
      double[] shares = new double[seeds];
      for (int seed = 0; seed < seeds; seed++) {
        shares[seed] = share(plan, seed, expected);
      }
      Arrays.sort(shares);
      System.out.printf(
          "%s: found %.4f to %.4f, mean %.4f%n",
          plan, shares[0], shares[seeds - 1], Arrays.stream(shares).average().orElseThrow());
    }
  }

  private BandColumns columns(BandPlan plan, long seed) {
    BandRow[] rows = new BandRow[texts.length];
    IntStream.range(0, texts.length)
        .parallel()
        .forEach(i -> {
          Minima minima = new Minima(plan);
          FeatureReader seeded = (hash, weight) -> minima.feature(hash ^ seed, weight);
          texts[i].forEach(seeded);
          rows[i] = minima.row();
        });
    BandColumns columns = new BandColumns(plan);
    IntStream.range(0, texts.length).forEach(i -> columns.add(i, rows[i]));
    return columns;
  }

  /// All pairs that agree on a band, compared exactly.
  private Set<Long> reference() {
    BandColumns columns = columns(REFERENCE, 0);
    Set<Long> pairs = new HashSet<>();
    for (int band = 0; band < REFERENCE.bands(); band++) {
      int of = band;
      long[] keyed =
          IntStream.range(0, texts.length)
              .mapToLong(i -> (long) columns.key(of, i) << Integer.SIZE | i)
              .sorted()
              .toArray();
      List<Long> near =
          IntStream.range(0, keyed.length)
              .parallel()
              .boxed()
              .flatMap(i -> after(keyed, i).filter(this::isNear).boxed())
              .toList();
      pairs.addAll(near);
    }
    return pairs;
  }

  private static LongStream after(long[] keyed, int at) {
    return IntStream.range(at + 1, keyed.length)
        .takeWhile(i -> keyed[i] >>> Integer.SIZE == keyed[at] >>> Integer.SIZE)
        .mapToLong(i -> keyed[at] << Integer.SIZE | (int) keyed[i]);
  }

  private boolean isNear(long pair) {
    return WeightedJaccard.of(texts[(int) (pair >>> Integer.SIZE)], texts[(int) pair]) >= LIMIT;
  }

  private double share(BandPlan plan, int seed, Set<Long> expected) {
    long start = System.nanoTime();
    BandColumns columns = columns(plan, seed * 0x9E3779B97F4A7C15L);
    double minima = (System.nanoTime() - start) / 1e9;
    FingerprintSnapshotBuilder prints =
        new FingerprintSnapshotBuilder(profile.bits(), texts.length);
    for (int i = 0; i < texts.length; i++) {
      SparseColumns signs = new SparseColumns(profile.bits());
      texts[i].forEach(signs::add);
      prints.add(i, signs.signs());
    }
    FingerprintSnapshot distinct = prints.build(ForkJoinPool.commonPool());
    FingerprintSnapshot rows =
        ContentRows.of(
                distinct,
                row ->
                    IntStream.range(0, distinct.documents(row))
                        .mapToLong(i -> distinct.document(row, i))
                        .toArray(),
                ForkJoinPool.commonPool())
            .rows();
    start = System.nanoTime();
    Set<Long> found = new HashSet<>();
    BandJoin join = new BandJoin(rows, columns, i -> texts[i].hash(0), LIMIT, MOST);
    int[] candidates = new int[1];
    join.join(
        (a, b, distance) -> {
          candidates[0]++;
          int one = rows.document(a, 0);
          int other = rows.document(b, 0);
          found.add((long) Math.min(one, other) << Integer.SIZE | Math.max(one, other));
        },
        new JoinRun(),
        ForkJoinPool.commonPool());
    double joined = (System.nanoTime() - start) / 1e9;
    long both = expected.stream().filter(found::contains).count();
    System.out.printf(
        "%s seed %d: %.4f, %,d candidates, minima %.1f s, join %.1f s, %,d partly compared, %,d"
            + " alone%n",
        plan,
        seed,
        (double) both / expected.size(),
        candidates[0],
        minima,
        joined,
        join.families().rows(),
        join.families().alone());
    return (double) both / expected.size();
  }
}
