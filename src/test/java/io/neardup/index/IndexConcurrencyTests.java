package io.neardup.index;

import static io.neardup.index.IndexSubject.documents;
import static io.neardup.index.RandomFingerprints.anywhere;
import static io.neardup.index.RandomFingerprints.flipped;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.IndexSubject.Reader;
import io.neardup.index.Parallel.Task;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Lock-free readers against writers: each test counts results that readers must never see.
class IndexConcurrencyTests {

  /// Each reader with one moving document, with six of which two share their fingerprints, and with
  /// six that all share them.
  static Stream<Arguments> readersOfMovingDocuments() {
    return IndexSubject.withReaders()
        .flatMap(each ->
            Stream.of(Moving.values())
                .map(moving -> Arguments.of(each.get()[0], each.get()[1], moving)));
  }

  private enum Moving {
    ONE,
    TWO_TOGETHER,
    ALL_TOGETHER
  }

  @ParameterizedTest
  @MethodSource("io.neardup.index.IndexSubject#withReaders")
  void lookupsSeeEveryWriteThatReturnedBefore(IndexSubject subject, Reader reader) {
    Seeds.random(random -> {
      FingerprintIndex index = subject.make().get();
      Fingerprint[] fingerprints = anywhere(reader.documents(), subject.bits(), random);
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
      Task reading =
          () -> {
            SplittableRandom own = new SplittableRandom(1);
            int document;
            do {
              document = added.get() - 1;
              if (document >= 0) {
                Fingerprint near = flipped(fingerprints[document], reader.reach(), own);
                List<Integer> found = reader.documents(index, near);
                assertThat(found.contains(document) || document < removing.get())
                    .as("document %d, added before the lookup", document)
                    .isTrue();
              }
              int last = removed.get() - 1;
              if (last >= 0) {
                assertThat(reader.documents(index, fingerprints[last]))
                    .as("removed before the lookup")
                    .doesNotContain(last);
              }
            } while (document < fingerprints.length - 1 && !Thread.currentThread().isInterrupted());
          };
      Parallel.run(writer, reading, reading);
    });
  }

  @ParameterizedTest
  @MethodSource("readersOfMovingDocuments")
  void movingDocumentsAreInEveryResultOnce(IndexSubject subject, Reader reader, Moving moving) {
    Seeds.random(random -> {
      FingerprintIndex index = subject.make().get();
      Fingerprint query = anywhere(subject.bits(), random);
      Fingerprint[][] places = new Fingerprint[moving == Moving.ONE ? 1 : 6][3];
      for (int document = 0; document < places.length; document++) {
        for (int i = 0; i < 3; i++) {
          places[document][i] = flipped(query, random.nextInt(reader.reach() + 1), random);
        }
        if (moving == Moving.ALL_TOGETHER || document == 2) {
          places[document] = places[document == 2 ? 1 : 0];
        }
        index.add(document, places[document][0]);
      }
      for (int other = 100; other < 400; other++) {
        index.add(other, anywhere(subject.bits(), random));
      }
      Integer[] all = IntStream.range(0, places.length).boxed().toArray(Integer[]::new);
      AtomicBoolean over = new AtomicBoolean();
      Task reading =
          untilOver(
              over,
              moving == Moving.ONE ? 3 * reader.lookups() : reader.lookups(),
              () -> {
                SearchResult result = reader.search(index, query, 1 + places.length);
                assertThat(documents(result)).containsExactlyInAnyOrder(all);
                assertThat(result.truncated()).isFalse();
              });
      List<Task> tasks = new ArrayList<>(List.of(reading, reading));
      int writers = Math.min(2, places.length);
      for (int first = 0; first < writers; first++) {
        int from = first;
        tasks.add(() -> moveUntil(over, index, places, from, writers));
      }
      Parallel.run(tasks.toArray(Task[]::new));
      assertThat(index.fingerprints()).isLessThanOrEqualTo(300 + places.length);
    });
  }

  @ParameterizedTest
  @MethodSource("io.neardup.index.IndexSubject#withReaders")
  void limitNeverCutsAnUnchangedDocumentInFavourOfOneThatMovedFurtherAway(
      IndexSubject subject, Reader reader) {
    Seeds.random(random -> {
      FingerprintIndex index = subject.make().get();
      Fingerprint query = anywhere(subject.bits(), random);
      Fingerprint[][] places = new Fingerprint[8][2];
      for (int document = 0; document < places.length; document++) {
        places[document][0] = flipped(query, 1, random);
        places[document][1] = flipped(query, Math.min(9, reader.reach()), random);
        index.add(document, places[document][0]);
      }
      index.add(1_000, flipped(query, 2, random));
      AtomicBoolean over = new AtomicBoolean();
      Task reading =
          untilOver(
              over,
              reader.lookups(),
              () -> {
                SearchResult result = reader.search(index, query, 1);
                assertThat(result.matches())
                    .as("one bit away, or the one that stays at two")
                    .allMatch(match -> match.distance() <= 2)
                    .hasSize(1);
                assertThat(result.truncated()).isTrue();
              });
      Parallel.run(
          reading,
          () -> moveUntil(over, index, places, 0, 2),
          () -> moveUntil(over, index, places, 1, 2));
    });
  }

  @ParameterizedTest
  @MethodSource("io.neardup.index.IndexSubject#all")
  void longLookupsEndWhileDocumentsMove(IndexSubject subject) {
    Seeds.random(random -> {
      int documents = 8 * subject.many();
      FingerprintIndex index = subject.make().get();
      for (int document = 0; document < documents; document++) {
        index.add(document, anywhere(subject.bits(), random));
      }
      Fingerprint query = anywhere(subject.bits(), random);
      Fingerprint[][] places = new Fingerprint[documents + 1][];
      places[documents] = new Fingerprint[] {flipped(query, 1, random), flipped(query, 2, random)};
      index.add(documents, places[documents][0]);
      AtomicBoolean over = new AtomicBoolean();
      int readers = subject.readers().size();
      Task reading =
          untilOver(
              over,
              100,
              () -> {
                Reader reader = subject.readers().get(random.nextInt(readers));
                SearchResult far =
                    reader.path().search(index, query, subject.bits() / 4, 1_000_000);
                assertThat(documents(far)).contains(documents);
              });
      Parallel.run(reading, () -> moveUntil(over, index, places, documents, 1));
    });
  }

  @ParameterizedTest
  @MethodSource("io.neardup.index.IndexSubject#all")
  void documentsStayFoundWhileOthersComeToShareTheirFingerprints(IndexSubject subject) {
    Seeds.random(random -> {
      FingerprintIndex index = subject.make().get();
      Fingerprint[] fingerprints = anywhere(subject.many(), subject.bits(), random);
      for (int document = 0; document < fingerprints.length; document++) {
        index.add(document, fingerprints[document]);
      }
      AtomicInteger shared = new AtomicInteger();
      Task reading =
          () -> {
            int document;
            do {
              document = shared.get();
              SearchResult result =
                  subject.readers().getFirst().path().search(index, fingerprints[document], 0, 9);
              assertThat(documents(result))
                  .as("documents of fingerprint %d", document)
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
      Parallel.run(reading, writer);
    });
  }

  /// Moves every `step`th document through a cycle of fingerprints.
  private static void moveUntil(
      AtomicBoolean over, FingerprintIndex index, Fingerprint[][] places, int first, int step) {
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
}
