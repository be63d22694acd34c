package io.neardup.bench;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.FingerprintSnapshotBuilder;
import io.neardup.index.Match;
import io.neardup.index.StopSignal;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.Fingerprint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntFunction;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.json.JsonMapper;

/// Time of lookups among n fingerprints of 256 bits, and the share that they find of the documents
/// at exactly the distance.
///
/// ```
/// mvn -q -Pbench test-compile exec:exec -Dbench.main=io.neardup.bench.WideLookupHarness \
///     -Dbench="ALL uniform 100000 1000000" -Dbench.jvm="-Xmx6g -XX:+UseTransparentHugePages"
/// ```
///
/// The first argument is the number of tables: `ALL`, `HALF` or `NONE`. The second is the
/// distribution of fingerprints: `uniform`; `cluster`, a tenth of all within some bits of one
/// fingerprint; `beside-cluster`, this with all queries outside the cluster; or the name of a
/// gzipped NDJSON file, whose texts are fingerprinted by the default profile and copied with noise.
///
/// Each query is a stored fingerprint with as many random bits flipped as the distance. Results are
/// medians over rounds of new queries, in processor time of one thread.
public final class WideLookupHarness {

  private static final int BITS = 256;
  private static final int LIMIT = 10;
  private static final int ROUNDS = 9;
  private static final int WARM_UP = 6;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final WideTableCount tables;
  private final String data;
  private final SplittableRandom random = new SplittableRandom(1);

  /// @param distance of the plan
  /// @param reach up to which it looks beyond
  /// @param asked distance of the queries from what is to be found
  private record Question(int distance, int reach, double recall, int asked) {

    Question(int distance, double recall) {
      this(distance, distance, recall, distance);
    }
  }

  private WideLookupHarness(String tables, String data) {
    this.tables = WideTableCount.valueOf(tables);
    this.data = data;
  }

  /// @param arguments the tables, the distribution and numbers of fingerprints
  public static void main(String[] arguments) throws IOException {
    System.out.println("| n | distance | reach | queries at | recall | µs | found | plan |");
    System.out.println("|---|---|---|---|---|--:|--:|---|");
    for (String number : Arrays.copyOfRange(arguments, 2, arguments.length)) {
      new WideLookupHarness(arguments[0], arguments[1]).run(Integer.parseInt(number));
    }
  }

  private void run(int documents) throws IOException {
    IntFunction<long[]> stored = fingerprints();
    WideIndex index = new WideIndex(BITS, tables, Integer::toString);
    try (ForkJoinPool pool = new ForkJoinPool(2)) {
      FingerprintSnapshot rows = rows(documents, stored, pool);
      long started = System.nanoTime();
      index.fill(rows, pool);
      System.out.printf(
          "# filled %,d in %.1f s, %.1f bytes a fingerprint%n",
          documents, (System.nanoTime() - started) / 1e9, (double) index.bytes() / documents);
    }
    for (Question question :
        List.of(
            new Question(63, 0.95),
            new Question(63, 0.68),
            new Question(54, 0.95),
            new Question(54, 54, 0.95, 45),
            new Question(54, 58, 0.95, 54),
            new Question(54, 58, 0.95, 58),
            new Question(54, 60, 0.95, 54),
            new Question(54, 60, 0.95, 57),
            new Question(54, 60, 0.95, 60),
            new Question(54, 62, 0.95, 62),
            new Question(54, 64, 0.95, 60),
            new Question(54, 64, 0.95, 64),
            new Question(58, 0.95),
            new Question(60, 0.95),
            new Question(64, 0.95),
            new Question(45, 0.95),
            new Question(31, 1),
            new Question(63, 1))) {
      measure(question, documents, stored, index);
    }
  }

  private void measure(Question question, int count, IntFunction<long[]> stored, WideIndex index) {
    double[] micros = new double[ROUNDS];
    int found = 0;
    int lookups = 0;
    for (int round = -WARM_UP; round < ROUNDS; round++) {
      int size = question.recall == 1 ? 100 : 400;
      List<Fingerprint> queries =
          random
              .ints(size, 0, count)
              .map(this::asked)
              .mapToObj(document ->
                  Fingerprint.of(BITS, flip(stored.apply(document), question.asked, random)))
              .toList();
      long started = THREADS.getCurrentThreadCpuTime();
      int hits = 0;
      for (Fingerprint query : queries) {
        List<Match> matches =
            index
                .search(
                    query,
                    question.distance,
                    question.reach,
                    question.recall,
                    LIMIT,
                    StopSignal.NEVER)
                .matches();
        hits += matches.stream().anyMatch(match -> match.distance() == question.asked) ? 1 : 0;
      }
      micros[Math.max(0, round)] = (THREADS.getCurrentThreadCpuTime() - started) / 1e3 / size;
      found += round < 0 ? 0 : hits;
      lookups += round < 0 ? 0 : size;
    }
    Arrays.sort(micros);
    System.out.printf(
        "| %,d | %d | %d | %d | %.2f | %,.1f | %.3f | %s |%n",
        count,
        question.distance,
        question.reach,
        question.asked,
        question.recall,
        micros[ROUNDS / 2],
        (double) found / lookups,
        index.plan(question.distance, question.recall));
  }

  /// The fingerprint of each document, computed on each request, so that a hundred million of them
  /// take no memory.
  private IntFunction<long[]> fingerprints() throws IOException {
    if (data.equals("uniform")) {
      return i -> uniform(new SplittableRandom(i));
    }
    if (data.endsWith("cluster")) {
      long[] centre = uniform(new SplittableRandom(-1));
      return i -> {
        SplittableRandom own = new SplittableRandom(i);
        return i % 10 == 0 ? flip(centre, own.nextInt(48), own) : uniform(own);
      };
    }
    List<long[]> real = real();
    return i -> {
      SplittableRandom own = new SplittableRandom(i);
      long[] text = real.get(i % real.size());
      return i < real.size() ? text : flip(text, own.nextInt(64), own);
    };
  }

  /// Maps a random document to the one that the query is derived from.
  private int asked(int document) {
    return data.startsWith("beside") && document % 10 == 0 ? document + 1 : document;
  }

  private static long[] uniform(SplittableRandom own) {
    return own.longs(BITS / 64).toArray();
  }

  private List<long[]> real() throws IOException {
    Profile profile =
        new Profiles().all().stream().filter(p -> p.bits() == BITS).findFirst().orElseThrow();
    JsonMapper json = new JsonMapper();
    List<long[]> real = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(Path.of(data))),
                StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String text = json.readTree(line).required("text").asString();
        Fingerprint fingerprint = profile.sketch(new Content.Text(text)).fingerprint();
        long[] words = new long[BITS / 64];
        Arrays.setAll(words, fingerprint::word);
        real.add(words);
      }
    }
    System.out.printf("# %,d texts by %s%n", real.size(), profile.name());
    return real;
  }

  private static FingerprintSnapshot rows(
      int documents, IntFunction<long[]> stored, ForkJoinPool pool) {
    FingerprintSnapshotBuilder rows = new FingerprintSnapshotBuilder(BITS, documents);
    for (int document = 0; document < documents; document++) {
      rows.add(document, Fingerprint.of(BITS, stored.apply(document)));
    }
    return rows.build(pool);
  }

  private static long[] flip(long[] words, int flips, SplittableRandom random) {
    long[] flipped = words.clone();
    for (int left = flips; left > 0; ) {
      int bit = random.nextInt(BITS);
      if (((flipped[bit / 64] ^ words[bit / 64]) & 1L << bit) == 0) {
        flipped[bit / 64] ^= 1L << bit;
        left--;
      }
    }
    return flipped;
  }
}
