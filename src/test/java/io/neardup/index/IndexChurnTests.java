package io.neardup.index;

import static io.neardup.index.RandomFingerprints.anywhere;
import static io.neardup.index.RandomFingerprints.flipped;
import static io.neardup.index.RandomFingerprints.of;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.IndexSubject.Reader;
import io.neardup.index.Parallel.Task;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Lock-free readers while many documents are added, moved and removed.
class IndexChurnTests {

  /// So many other documents are added and removed that buckets are split and merged, and rows are
  /// reused, moved and released all the time.
  @ParameterizedTest
  @MethodSource("io.neardup.index.IndexSubject#withReaders")
  void unchangedDocumentsStayFoundWhileOthersAreAddedAndRemoved(
      IndexSubject subject, Reader reader) {
    Seeds.random(random -> {
      FingerprintIndex index = subject.make().get();
      Fingerprint query = anywhere(subject.bits(), random);
      Set<Integer> unchanged = new HashSet<>();
      List<Fingerprint> near = new ArrayList<>();
      Fingerprint[] others = new Fingerprint[Math.max(4_000, Seeds.rounds(subject.many()))];
      Set<Integer> within = new HashSet<>();
      for (int i = 0; i < others.length; i++) {
        if (i % 500 == 0) {
          near.add(flipped(query, random.nextInt(reader.reach() + 1), random));
          for (int twin : List.of(near.size(), near.size() + 500)) {
            index.add(twin, near.getLast());
            unchanged.add(twin);
          }
        }
        others[i] = other(query, reader.reach(), near, random);
        index.add(1_000 + i, others[i]);
        if (others[i].distance(query) <= reader.reach()) {
          within.add(1_000 + i);
        }
      }
      AtomicBoolean over = new AtomicBoolean();
      Task reading =
          () -> {
            while (!over.get()) {
              List<Integer> found = reader.documents(index, query);
              Set<Integer> seen = new HashSet<>(found);
              assertThat(seen).as("found twice").hasSameSizeAs(found);
              assertThat(seen).containsAll(unchanged);
              seen.removeAll(unchanged);
              assertThat(within).containsAll(seen);
            }
          };
      boolean[] newestFirst = {random.nextBoolean(), random.nextBoolean()};
      Task writer =
          () -> {
            try {
              for (boolean backwards : newestFirst) {
                for (int i = 0; i < others.length; i++) {
                  int other = backwards ? others.length - 1 - i : i;
                  assertThat(index.remove(1_000 + other, others[other])).isTrue();
                }
                assertThat(index.fingerprints()).isLessThanOrEqualTo(near.size());
                for (int i = 0; i < others.length; i++) {
                  index.add(1_000 + i, others[i]);
                }
              }
            } finally {
              over.set(true);
            }
          };
      Parallel.run(reading, reading, writer);
    });
  }

  /// A random fingerprint: uniform, beyond the maximum distance, in the buckets of the query, or
  /// close to it.
  private static Fingerprint other(
      Fingerprint query, int reach, List<Fingerprint> near, SplittableRandom random) {
    return switch (random.nextInt(5)) {
      case 0 -> anywhere(query.bits(), random);
      case 1 -> flipped(query, reach + 1 + random.nextInt(10), random);
      case 2 ->
          random.nextInt(64) == 0
              ? near.get(random.nextInt(near.size()))
              : of(query.bits(), word -> ~query.word(word) ^ random.nextInt(1 << 14));
      case 3 ->
          of(query.bits(), word -> query.word(word) ^ random.nextLong() & 0x00FF_00FF_00FF_00FFL);
      default -> of(query.bits(), word -> query.word(word) ^ random.nextLong() << 20);
    };
  }

  static Stream<Arguments> subjectsAndWriters() {
    return IndexSubject.all()
        .flatMap(subject -> Stream.of(1, 2, 4).map(writers -> Arguments.of(subject, writers)));
  }

  @ParameterizedTest
  @MethodSource("subjectsAndWriters")
  void indexEqualsTheOracleAfterConcurrentWritesAndIsEmptyAfterRemoval(
      IndexSubject subject, int writers) {
    Seeds.random(random -> {
      FingerprintIndex index = subject.make().get();
      List<Fingerprint> pool = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        pool.add(
            i < 100
                ? anywhere(subject.bits(), random)
                : flipped(pool.get(i - 100), random.nextInt(5), random));
      }
      Map<Integer, Fingerprint> present = new ConcurrentHashMap<>();
      AtomicInteger writing = new AtomicInteger(writers);
      List<Task> tasks = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        SplittableRandom own = random.split();
        int from = writer * 10_000;
        tasks.add(() -> {
          try {
            churn(index, own, from, pool, present);
          } finally {
            writing.decrementAndGet();
          }
        });
      }
      SplittableRandom asking = random.split();
      tasks.add(() -> {
        while (writing.get() > 0) {
          Fingerprint query = pool.get(asking.nextInt(pool.size()));
          assertSound(index.nearest(query, 50, StopSignal.NEVER), query);
          assertSound(index.search(query, asking.nextInt(30), 0.9, 10_000), query);
          for (Reader reader : subject.readers()) {
            assertSound(reader.search(index, query, 10_000), query);
          }
        }
      });
      Parallel.run(tasks.toArray(Task[]::new));

      for (Fingerprint query : pool) {
        List<Match> all = World.all(present, query);
        for (Reader reader : subject.readers()) {
          for (int maxDistance : List.of(0, 1, 2, 3, 4, reader.reach())) {
            assertThat(reader.path().search(index, query, maxDistance, 100_000).matches())
                .isEqualTo(World.within(all, maxDistance));
          }
        }
      }
      assertThat(index.fingerprints()).isEqualTo(present.values().stream().distinct().count());
      present.forEach(
          (document, fingerprint) -> assertThat(index.remove(document, fingerprint)).isTrue());
      assertThat(index.fingerprints()).isZero();
      assertThat(index.largestBucket()).isZero();
      assertThat(index.nearest(pool.getFirst(), 10, StopSignal.NEVER).candidates()).isZero();
    });
  }

  /// Adds, moves and removes random documents of this writer: first thousands, most of which do not
  /// share their fingerprints, then 500, most of which share those of others.
  private static void churn(
      FingerprintIndex index,
      SplittableRandom random,
      int from,
      List<Fingerprint> pool,
      Map<Integer, Fingerprint> present) {
    int calls = Seeds.rounds(50_000);
    int many = Math.max(2_000, calls / 5);
    for (int i = 0; i < calls; i++) {
      boolean isEarly = i < calls * 2 / 5;
      int document = from + random.nextInt(isEarly ? many : 500);
      Fingerprint fingerprint = present.get(document);
      Fingerprint next =
          random.nextInt(4) > 0 == isEarly
              ? anywhere(pool.getFirst().bits(), random)
              : pool.get(random.nextInt(pool.size()));
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
    for (int document = from + 500; document < from + many; document++) {
      Fingerprint fingerprint = present.remove(document);
      assertThat(fingerprint == null || index.remove(document, fingerprint)).isTrue();
    }
  }

  private static void assertSound(SearchResult result, Fingerprint query) {
    Map<Integer, Fingerprint> found = new HashMap<>();
    result.matches().forEach(match -> found.put(match.document(), match.fingerprint()));
    assertThat(result.matches()).isEqualTo(World.all(found, query));
  }
}
