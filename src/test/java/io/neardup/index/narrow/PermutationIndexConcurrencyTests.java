package io.neardup.index.narrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.Parallel;
import io.neardup.index.SearchResult;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Readers without locks against writers: each test counts what readers must never see.
@Timeout(60)
class PermutationIndexConcurrencyTests {

  private static final int TABLES = 3; // a distance that the tables answer
  private static final int SCAN =
      8; // a distance at which collections as small as these are scanned
  private static final int FAR = 16; // a distance beyond every radius

  final PermutationIndex index = new PermutationIndex(BlockLayout.DEFAULT, World::id, splitting());

  /// How lookups go about it.
  SearchResult search(long query, int maxDistance, int limit) {
    return index.search(query, maxDistance, limit);
  }

  /// When buckets are split.
  BucketSplitting splitting() {
    return BucketSplitting.of(3);
  }

  @ParameterizedTest
  @ValueSource(ints = {TABLES, SCAN})
  void aLookupSeesEveryWriteThatReturnedBeforeIt(int maxDistance) {
    Seeds.random(random -> {
      int documents = maxDistance == TABLES ? 20_000 : 3_000;
      long[] fingerprints = random.longs(documents).toArray();
      AtomicInteger added = new AtomicInteger();
      AtomicInteger removing = new AtomicInteger();
      AtomicInteger removed = new AtomicInteger();
      Parallel.Task writer =
          () -> {
            for (int document = 0; document < documents; document++) {
              index.add(document, fingerprints[document]);
              added.set(document + 1);
              if (document % 3 == 0) {
                int oldest = removed.get();
                removing.set(oldest + 1);
                assertThat(index.remove(oldest, fingerprints[oldest])).isTrue();
                removed.set(oldest + 1);
              }
            }
          };
      Parallel.Task reader =
          () -> {
            int document;
            do {
              document = added.get() - 1;
              if (document >= 0) {
                long near = fingerprints[document] ^ 0x0001_0000_0100_0001L;
                List<Integer> found = documentsNear(near, maxDistance);
                assertThat(found.contains(document) || document < removing.get())
                    .as("document %d, added before the lookup", document)
                    .isTrue();
              }
              int gone = removed.get() - 1;
              if (gone >= 0) {
                assertThat(documentsNear(fingerprints[gone], maxDistance))
                    .as("removed before the lookup")
                    .doesNotContain(gone);
              }
            } while (document < documents - 1 && !Thread.currentThread().isInterrupted());
          };
      Parallel.run(writer, reader, reader);
    });
  }

  @ParameterizedTest
  @CsvSource({
    "3, 1, false, 150000",
    "3, 6, false, 50000",
    "3, 6, true, 50000",
    "8, 1, false, 40000",
    "8, 6, false, 30000",
    "8, 6, true, 30000"
  })
  void aDocumentThatMovesIsInEveryAnswerExactlyOnce(
      int maxDistance, int documents, boolean together, int lookups) {
    Seeds.random(random -> {
      long query = random.nextLong();
      long[][] places = places(query, documents, together, random);
      Set<Integer> all = new HashSet<>();
      for (int document = 0; document < documents; document++) {
        index.add(document, places[document][0]);
        all.add(document);
      }
      for (int other = 100; other < 400; other++) {
        index.add(other, random.nextLong());
      }
      AtomicBoolean over = new AtomicBoolean();
      Parallel.Task reader =
          () -> {
            try {
              for (int i = 0; i < lookups && !over.get(); i++) {
                SearchResult result = search(query, maxDistance, 1 + documents);
                List<Integer> found = documents(result);
                assertThat(found.size() == documents && all.containsAll(found))
                    .as("lookup %d found %s", i, found)
                    .isTrue();
                assertThat(result.truncated()).isFalse();
              }
            } finally {
              over.set(true);
            }
          };
      List<Parallel.Task> tasks = new ArrayList<>(List.of(reader, reader));
      int writers = Math.min(2, documents);
      for (int first = 0; first < writers; first++) {
        int from = first;
        tasks.add(() -> moveUntil(over, places, from, writers));
      }
      Parallel.run(tasks.toArray(Parallel.Task[]::new));
      assertThat(index.fingerprints()).isLessThanOrEqualTo(300 + documents);
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {TABLES, SCAN})
  void aLimitNeverCutsADocumentThatStaysForOneThatMovedFurtherAway(int maxDistance) {
    Seeds.random(random -> {
      long query = random.nextLong();
      long[][] places = new long[8][];
      for (int document = 0; document < places.length; document++) {
        places[document] = new long[] {query ^ 1L << document, query ^ 7L << 7 * document};
        index.add(document, places[document][0]);
      }
      index.add(1_000, query ^ 0b11);
      AtomicBoolean over = new AtomicBoolean();
      Parallel.Task reader =
          () -> {
            try {
              for (int i = 0; i < 40_000 && !over.get(); i++) {
                SearchResult result = search(query, maxDistance, 1);
                assertThat(result.matches())
                    .as("one bit away, or the one that stays at two")
                    .allMatch(match -> match.distance() <= 2)
                    .hasSize(1);
                assertThat(result.truncated()).isTrue();
              }
            } finally {
              over.set(true);
            }
          };
      Parallel.run(
          reader, () -> moveUntil(over, places, 0, 2), () -> moveUntil(over, places, 1, 2));
    });
  }

  @Test
  void aLongLookupEndsHoweverManyDocumentsMoveMeanwhile() {
    Seeds.random(random -> {
      for (int document = 0; document < 300_000; document++) {
        index.add(document, random.nextLong());
      }
      long query = random.nextLong();
      long[][] places = places(query, 1, false, random);
      index.add(300_000, places[0][0]);
      AtomicBoolean over = new AtomicBoolean();
      Parallel.Task reader =
          () -> {
            try {
              for (int i = 0; i < 100 && !over.get(); i++) {
                assertThat(documentsNear(query, FAR)).contains(300_000);
              }
            } finally {
              over.set(true);
            }
          };
      Parallel.Task mover =
          () -> {
            for (int i = 0; !over.get(); i++) {
              index.move(300_000, places[0][i % 2], places[0][(i + 1) % 2]);
            }
          };
      Parallel.run(reader, mover);
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {TABLES, SCAN})
  void documentsThatStayAreAlwaysFoundWholeWhileOthersComeAndGo(int maxDistance) {
    Seeds.random(random -> {
      long query = random.nextLong();
      Set<Integer> stable = new HashSet<>();
      long[] near = new long[60];
      for (int i = 0; i < near.length; i++) {
        near[i] = query ^ bits(random, random.nextInt(4));
        index.add(i, near[i]);
        stable.add(i);
      }
      AtomicBoolean over = new AtomicBoolean();
      Parallel.Task reader =
          () -> {
            while (!over.get()) {
              List<Integer> found = documentsNear(query, maxDistance);
              assertThat(new HashSet<>(found)).as("found twice").hasSameSizeAs(found);
              assertThat(found.containsAll(stable))
                  .as("%d found, of which some must be %s", found.size(), stable)
                  .isTrue();
            }
          };
      long seed = random.nextLong();
      Parallel.Task writer =
          () -> {
            try {
              SplittableRandom own = new SplittableRandom(seed);
              for (int round = 0; round < 4; round++) {
                growAndShrink(own, query, near);
              }
            } finally {
              over.set(true);
            }
          };
      Parallel.run(reader, reader, writer);
      assertThat(index.fingerprints()).isLessThanOrEqualTo(near.length);
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void afterTheChurnTheIndexEqualsTheOracleAndThenIsEmpty(int writers) {
    Seeds.random(random -> {
      long[] pool = new long[200];
      for (int i = 0; i < pool.length; i++) {
        pool[i] = i < 100 ? random.nextLong() : pool[i - 100] ^ bits(random, 2);
      }
      Map<Integer, Long> present = new ConcurrentHashMap<>();
      AtomicInteger writing = new AtomicInteger(writers);
      List<Parallel.Task> tasks = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        SplittableRandom own = random.split();
        int from = writer * 1_000;
        tasks.add(() -> {
          try {
            churn(own, from, pool, present);
          } finally {
            writing.decrementAndGet();
          }
        });
      }
      SplittableRandom asking = random.split();
      tasks.add(() -> {
        while (writing.get() > 0) {
          long query = pool[asking.nextInt(pool.length)];
          assertSound(search(query, asking.nextInt(6), 10_000), query);
        }
      });
      Parallel.run(tasks.toArray(Parallel.Task[]::new));

      LinearScanIndex oracle = new LinearScanIndex(World::id, 64);
      present.forEach(oracle::put);
      assertThat(index.fingerprints()).isEqualTo(present.values().stream().distinct().count());
      for (long query : pool) {
        for (int maxDistance = 0; maxDistance <= 4; maxDistance++) {
          assertThat(search(query, maxDistance, 10_000).matches())
              .isEqualTo(oracle.search(query, maxDistance));
        }
      }

      present.forEach(
          (document, fingerprint) -> assertThat(index.remove(document, fingerprint)).isTrue());
      assertThat(index.fingerprints()).isZero();
      assertThat(index.largestBucket()).isZero();
    });
  }

  /// Two places near the query for every document: its own, or the same two for all.
  private static long[][] places(
      long query, int documents, boolean together, SplittableRandom random) {
    long[][] places = new long[documents][];
    for (int document = 0; document < documents; document++) {
      long near = query ^ bits(random, 1 + random.nextInt(3));
      long other = near;
      while (other == near) {
        other = query ^ bits(random, 1 + random.nextInt(3));
      }
      places[document] = together && document > 0 ? places[0] : new long[] {near, other};
    }
    return places;
  }

  /// Moves every `step`th document to and fro.
  private void moveUntil(AtomicBoolean over, long[][] places, int first, int step) {
    for (int i = 0; !over.get(); i++) {
      for (int document = first; document < places.length; document += step) {
        index.move(document, places[document][i % 2], places[document][(i + 1) % 2]);
      }
    }
  }

  /// Adds thousands of documents and removes them: far ones in the shards where the near ones are,
  /// and ones that share the fingerprints of those that stay.
  private void growAndShrink(SplittableRandom random, long query, long[] near) {
    int documents = 12_000;
    long[] fingerprints = new long[documents];
    for (int i = 0; i < documents; i++) {
      fingerprints[i] =
          switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextInt(64) == 0 ? near[random.nextInt(near.length)] : ~query ^ i;
            case 2 -> query ^ random.nextLong() & 0x00FF_00FF_00FF_00FFL;
            default -> query ^ random.nextLong() << 20;
          };
      index.add(1_000 + i, fingerprints[i]);
    }
    boolean newestFirst = random.nextBoolean();
    for (int i = 0; i < documents; i++) {
      int document = newestFirst ? documents - 1 - i : i;
      assertThat(index.remove(1_000 + document, fingerprints[document])).isTrue();
    }
  }

  /// Adds, moves and removes a thousand documents of this writer's own at random.
  private void churn(SplittableRandom random, int from, long[] pool, Map<Integer, Long> present) {
    for (int i = 0; i < 100_000; i++) {
      int document = from + random.nextInt(1_000);
      Long fingerprint = present.get(document);
      long next = random.nextInt(4) == 0 ? random.nextLong() : pool[random.nextInt(pool.length)];
      if (fingerprint == null) {
        index.add(document, next);
        present.put(document, next);
      } else if (random.nextBoolean()) {
        index.move(document, fingerprint, next);
        present.put(document, next);
      } else {
        assertThat(index.remove(document, fingerprint)).isTrue();
        present.remove(document);
      }
    }
  }

  private static void assertSound(SearchResult result, long query) {
    Set<Integer> seen = new HashSet<>();
    Match previous = null;
    for (Match match : result.matches()) {
      assertThat(seen.add(match.document())).as("%s is there twice", match).isTrue();
      assertThat(match.distance()).isEqualTo(Long.bitCount(match.fingerprint().word(0) ^ query));
      assertThat(previous == null || order(previous, match) < 0).isTrue();
      previous = match;
    }
  }

  private static int order(Match a, Match b) {
    return a.distance() != b.distance()
        ? Integer.compare(a.distance(), b.distance())
        : a.id().compareTo(b.id());
  }

  private List<Integer> documentsNear(long query, int maxDistance) {
    return documents(search(query, maxDistance, 1_000_000));
  }

  private static List<Integer> documents(SearchResult result) {
    return result.matches().stream().map(Match::document).toList();
  }

  /// A word with that many bits set, or fewer.
  private static long bits(SplittableRandom random, int count) {
    return IntStream.range(0, count)
        .mapToLong(i -> 1L << random.nextInt(64))
        .reduce(0, (a, b) -> a | b);
  }
}
