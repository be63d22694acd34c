package io.neardup.index.wide;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.Match;
import io.neardup.index.Parallel;
import io.neardup.index.Parallel.Task;
import io.neardup.index.Probing;
import io.neardup.index.SearchResult;
import io.neardup.index.narrow.World;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Readers without locks against writers: each test counts what readers must never see.
@Timeout(60)
class WideIndexConcurrencyTests {

  private static final int BITS = 256;
  private static final int NEAR = 20;

  private final WideIndex index = new WideIndex(BITS, WideTableCount.ALL, World::id);

  /// How lookups go about it.
  enum Way {
    PROBES(exact(NEAR)),
    SCAN(WideLookupPath.FULL_SCAN),
    SKETCH_SCAN(new WideLookupPath.SketchScan(NEAR));

    private final WideLookupPath way;

    Way(WideLookupPath way) {
      this.way = way;
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aLookupSeesEveryWriteThatReturnedBeforeIt(Way way) {
    Seeds.random(random -> {
      Fingerprint[] fingerprints = new Fingerprint[6_000];
      for (int i = 0; i < fingerprints.length; i++) {
        fingerprints[i] = WideWorld.anywhere(BITS, random);
      }
      AtomicInteger added = new AtomicInteger();
      AtomicInteger removing = new AtomicInteger();
      AtomicInteger removed = new AtomicInteger();
      Task writer =
          () -> {
            for (int document = 0; document < fingerprints.length; document++) {
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
      Task reader =
          () -> {
            SplittableRandom own = new SplittableRandom(1);
            int document;
            do {
              document = added.get() - 1;
              if (document >= 0) {
                Fingerprint near = WideWorld.flipped(fingerprints[document], NEAR, own);
                List<Integer> found = documentsNear(near, way);
                assertThat(found.contains(document) || document < removing.get())
                    .as("document %d, added before the lookup", document)
                    .isTrue();
              }
              int gone = removed.get() - 1;
              if (gone >= 0) {
                assertThat(documentsNear(fingerprints[gone], way))
                    .as("removed before the lookup")
                    .doesNotContain(gone);
              }
            } while (document < fingerprints.length - 1 && !Thread.currentThread().isInterrupted());
          };
      Parallel.run(writer, reader, reader);
    });
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aDocumentThatMovesIsInEveryAnswerExactlyOnce(Way way) {
    Seeds.random(random -> {
      Fingerprint query = WideWorld.anywhere(BITS, random);
      Fingerprint[][] places = new Fingerprint[6][3];
      for (int document = 0; document < places.length; document++) {
        for (int i = 0; i < 3; i++) {
          // Document 1 and 2 share a place.
          places[document][i] =
              document == 2 ? places[1][i] : WideWorld.flipped(query, random.nextInt(NEAR), random);
        }
        index.add(document, places[document][0]);
      }
      for (int other = 100; other < 400; other++) {
        index.add(other, WideWorld.anywhere(BITS, random));
      }
      AtomicBoolean over = new AtomicBoolean();
      Task reader =
          untilOver(
              over,
              10_000,
              () -> {
                SearchResult result = index.lookup(query, NEAR, places.length, way.way);
                assertThat(documents(result)).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
                assertThat(result.truncated()).isFalse();
              });
      Parallel.run(
          reader, reader, () -> moveUntil(over, places, 0, 2), () -> moveUntil(over, places, 1, 2));
    });
  }

  @Test
  void aDocumentStaysFoundWhileAnotherComesToShareItsFingerprint() {
    Seeds.random(random -> {
      Fingerprint[] fingerprints = new Fingerprint[40_000];
      for (int document = 0; document < fingerprints.length; document++) {
        fingerprints[document] = WideWorld.anywhere(BITS, random);
        index.add(document, fingerprints[document]);
      }
      AtomicInteger shared = new AtomicInteger();
      WideLookupPath one = exact(0);
      Task reader =
          () -> {
            int document;
            do {
              document = shared.get();
              assertThat(documents(index.lookup(fingerprints[document], 0, 10, one)))
                  .as("who has fingerprint %d", document)
                  .contains(document);
            } while (document < fingerprints.length - 1 && !Thread.currentThread().isInterrupted());
          };
      Task writer =
          () -> {
            for (int document = 0; document < fingerprints.length; document++) {
              shared.set(document);
              index.add(fingerprints.length + document, fingerprints[document]);
            }
          };
      Parallel.run(reader, writer);
    });
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aLimitNeverCutsADocumentThatStaysForOneThatMovedFurtherAway(Way way) {
    Seeds.random(random -> {
      Fingerprint query = WideWorld.anywhere(BITS, random);
      Fingerprint[][] places = new Fingerprint[8][];
      for (int document = 0; document < places.length; document++) {
        places[document] =
            new Fingerprint[] {
              WideWorld.flipped(query, 1, random), WideWorld.flipped(query, 9, random)
            };
        index.add(document, places[document][0]);
      }
      index.add(1_000, WideWorld.flipped(query, 2, random));
      AtomicBoolean over = new AtomicBoolean();
      Task reader =
          untilOver(
              over,
              10_000,
              () -> {
                SearchResult result = index.lookup(query, NEAR, 1, way.way);
                assertThat(result.matches())
                    .as("one bit away, or the one that stays at two")
                    .allMatch(match -> match.distance() <= 2)
                    .hasSize(1);
                assertThat(result.truncated()).isTrue();
              });
      Parallel.run(
          reader, () -> moveUntil(over, places, 0, 2), () -> moveUntil(over, places, 1, 2));
    });
  }

  /// Others come in such numbers and go again that rows are written again, move down and are given
  /// back all the time.
  @ParameterizedTest
  @EnumSource(Way.class)
  void unchangedDocumentsAreAlwaysFoundDuringCompaction(Way way) {
    Seeds.random(random -> {
      Fingerprint query = WideWorld.anywhere(BITS, random);
      int others = 30_000;
      Fingerprint[] far = new Fingerprint[others];
      for (int i = 0; i < others; i++) {
        far[i] =
            i % 4 == 0
                ? WideWorld.flipped(query, NEAR + 1 + random.nextInt(10), random)
                : WideWorld.anywhere(BITS, random);
      }
      Set<Integer> stable = new HashSet<>();
      AtomicBoolean over = new AtomicBoolean();
      for (int i = 0; i < others; i++) {
        index.add(1_000 + i, far[i]);
        if (i % 500 == 0) {
          Fingerprint near = WideWorld.flipped(query, random.nextInt(NEAR), random);
          index.add(i / 500, near);
          index.add(i / 500 + 500, near);
          stable.addAll(List.of(i / 500, i / 500 + 500));
        }
      }
      Task reader =
          () -> {
            while (!over.get()) {
              List<Integer> found = documentsNear(query, way);
              assertThat(new HashSet<>(found)).as("found twice").hasSameSizeAs(found);
              assertThat(new HashSet<>(found)).isEqualTo(stable);
            }
          };
      Task writer =
          () -> {
            try {
              for (int round = 0; round < 2; round++) {
                for (int i = 0; i < others; i++) {
                  assertThat(index.remove(1_000 + i, far[i])).isTrue();
                }
                for (int i = 0; i < others; i++) {
                  index.add(1_000 + i, far[i]);
                }
              }
            } finally {
              over.set(true);
            }
          };
      Parallel.run(reader, reader, writer);
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void afterTheChurnTheIndexEqualsTheOracleAndThenIsEmpty(int writers) {
    Seeds.random(random -> {
      List<Fingerprint> pool = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        pool.add(
            i < 100
                ? WideWorld.anywhere(BITS, random)
                : WideWorld.flipped(pool.get(i - 100), random.nextInt(5), random));
      }
      AtomicInteger writing = new AtomicInteger(writers);
      List<Map<Integer, Fingerprint>> present = new ArrayList<>();
      List<Task> tasks = new ArrayList<>();
      for (int writer = 0; writer < writers; writer++) {
        SplittableRandom own = random.split();
        Map<Integer, Fingerprint> documents = new HashMap<>();
        present.add(documents);
        int from = writer * 10_000;
        tasks.add(() -> {
          try {
            churn(own, from, pool, documents);
          } finally {
            writing.decrementAndGet();
          }
        });
      }
      SplittableRandom asking = random.split();
      tasks.add(() -> {
        while (writing.get() > 0) {
          Fingerprint query = pool.get(asking.nextInt(pool.size()));
          assertSound(index.nearest(query, 50), query);
          assertSound(index.search(query, asking.nextInt(30), 0.9, 10_000), query);
        }
      });
      Parallel.run(tasks.toArray(Task[]::new));

      Map<Integer, Fingerprint> all = new HashMap<>();
      present.forEach(all::putAll);
      for (Fingerprint query : pool) {
        for (Way way : Way.values()) {
          assertThat(documentsNear(query, way))
              .containsExactlyInAnyOrderElementsOf(
                  all.keySet().stream()
                      .filter(document -> all.get(document).distance(query) <= NEAR)
                      .toList());
        }
      }
      assertThat(index.fingerprints()).isEqualTo(all.values().stream().distinct().count());
      all.forEach(
          (document, fingerprint) -> assertThat(index.remove(document, fingerprint)).isTrue());
      assertThat(index.fingerprints()).isZero();
      assertThat(index.largestBucket()).isZero();
      assertThat(index.nearest(pool.getFirst(), 10).candidates()).isZero();
    });
  }

  /// Adds, moves and removes documents of this writer's own at random, ten thousand at most.
  private void churn(
      SplittableRandom random,
      int from,
      List<Fingerprint> pool,
      Map<Integer, Fingerprint> present) {
    for (int i = 0; i < 40_000; i++) {
      // Few documents in the end, many in between.
      int document = from + random.nextInt(i < 20_000 ? 10_000 : 500);
      Fingerprint fingerprint = present.get(document);
      Fingerprint next =
          random.nextInt(4) > 0
              ? WideWorld.anywhere(BITS, random)
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
    for (int document = from + 500; document < from + 10_000; document++) {
      Fingerprint fingerprint = present.remove(document);
      assertThat(fingerprint == null || index.remove(document, fingerprint)).isTrue();
    }
  }

  /// Moves every `step`th document in circles.
  private void moveUntil(AtomicBoolean over, Fingerprint[][] places, int first, int step) {
    for (int i = 0; !over.get(); i++) {
      for (int document = first; document < places.length; document += step) {
        Fingerprint[] circle = places[document];
        index.move(document, circle[i % circle.length], circle[(i + 1) % circle.length]);
      }
    }
  }

  private static Task untilOver(AtomicBoolean over, int times, Task task) {
    return () -> {
      try {
        for (int i = 0; i < times && !over.get(); i++) {
          task.run();
        }
      } finally {
        over.set(true);
      }
    };
  }

  private static void assertSound(SearchResult result, Fingerprint query) {
    List<Match> matches = result.matches();
    assertThat(documents(result)).doesNotHaveDuplicates();
    assertThat(matches)
        .isSortedAccordingTo(Comparator.comparingInt(Match::distance).thenComparing(Match::id))
        .allMatch(match -> match.fingerprint().distance(query) == match.distance());
  }

  /// Probing with as few bits of sketches as find everything up to a distance.
  private static WideLookupPath exact(int distance) {
    SketchWindows windows = new SketchWindows(WideTableCount.ALL.blocks(BITS));
    Probing keys = new Probing(windows.blocks(), distance + 1);
    return new WideProbing(keys, windows, Math.min(distance, windows.lossless(keys)));
  }

  private List<Integer> documentsNear(Fingerprint query, Way way) {
    return documents(index.lookup(query, NEAR, 1_000_000, way.way));
  }

  private static List<Integer> documents(SearchResult result) {
    return result.matches().stream().map(Match::document).toList();
  }
}
