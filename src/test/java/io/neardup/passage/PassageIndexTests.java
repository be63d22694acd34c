package io.neardup.passage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.Seeds;
import io.neardup.index.StopSignal;
import io.neardup.passage.PassageIndex.Candidates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The index lists the documents of each anchor, as a map of sets does.
class PassageIndexTests {

  private static final int DOCUMENTS = 3_000;
  private static final IntPredicate ALL = document -> true;

  @Test
  void findsTheDocumentsThatAMapOfSetsHas() {
    Seeds.random(random -> {
      PassageIndex index = new PassageIndex();
      Map<Long, Set<Integer>> oracle = new HashMap<>();
      List<long[]> texts = texts(random);
      for (int document = 0; document < DOCUMENTS; document++) {
        index.put(document, texts.get(document));
        for (long hash : texts.get(document)) {
          oracle.computeIfAbsent(hash, each -> new HashSet<>()).add(document);
        }
      }
      index.put(7, texts.get(7)); // again
      assertThat(index.size()).isEqualTo(oracle.values().stream().mapToLong(Set::size).sum());
      for (int i = 0; i < 200; i++) {
        long[] query = texts.get(random.nextInt(DOCUMENTS));
        Map<Integer, Integer> shared = new HashMap<>();
        for (long hash : query) {
          oracle.get(hash).forEach(document -> shared.merge(document, 1, Integer::sum));
        }
        Candidates found = index.find(anchors(query), ALL, StopSignal.NEVER);
        assertThat(found.documents())
            .containsExactlyInAnyOrder(
                shared.keySet().stream().mapToInt(Integer::intValue).toArray());
        assertThat(Arrays.stream(found.documents()).map(each -> -shared.get(each)).toArray())
            .isSorted();
        assertThat(found.isCut()).containsOnly(false);
      }
      assertThat((double) index.bytes() / index.size()).isBetween(8.0, 20.0);
    });
  }

  @Test
  void listsOfFrequentAnchorsAreCutAndReported() {
    PassageIndex index = new PassageIndex();
    int full = PassageIndex.MAX_DOCUMENTS;
    int more = full + 5;
    IntStream.range(0, full).forEach(document -> index.put(document, new long[] {1, -document}));
    assertThat(index.find(anchors(new long[] {1}), ALL, StopSignal.NEVER).isCut())
        .containsExactly(false);
    IntStream.range(full, more).forEach(document -> index.put(document, new long[] {1, -document}));
    Candidates found =
        index.find(new Anchors(new long[] {-3, 1, -4, 1}, new int[4], 4), ALL, StopSignal.NEVER);
    assertThat(found.documents()).hasSize(PassageIndex.MAX_DOCUMENTS).startsWith(3, 4);
    assertThat(found.isCut()).containsExactly(false, true, false, true);
    assertThat(index.size()).isEqualTo(2L * more);
  }

  @Test
  void removedAndInvisibleDocumentsTakeNoPlaceOfOthers() {
    for (boolean removed : List.of(true, false)) {
      PassageIndex index = new PassageIndex();
      int documents = 5 * PassageIndex.MAX_DOCUMENTS;
      IntStream.range(0, documents).forEach(document -> index.put(document, new long[] {1}));
      SplittableRandom random = new SplittableRandom(8);
      int living = random.nextInt(documents);
      if (removed) {
        IntStream.range(0, documents).filter(each -> each != living).forEach(index::remove);
      }
      Candidates found =
          index.find(
              anchors(new long[] {1}), removed ? ALL : each -> each == living, StopSignal.NEVER);
      assertThat(found.documents()).containsExactly(living);
      assertThat(found.isCut()).containsExactly(false);
    }
  }

  /// Some anchors have hundreds of documents. In the first rounds the world grows.
  @Test
  void findsTheLivingDocumentsOfAWorldThatChangesInBoundedMemory() {
    Seeds.random(random -> {
      PassageIndex index = new PassageIndex();
      Map<Integer, Set<Long>> oracle = new HashMap<>();
      long bytes = 0;
      for (int round = 0; round < 30; round++) {
        for (int i = 0; i < DOCUMENTS; i++) {
          int document = random.nextInt(DOCUMENTS);
          if (random.nextInt(3) == 0) {
            index.remove(document);
            oracle.remove(document);
          } else {
            Set<Long> text =
                LongStream.generate(() -> skewed(random))
                    .limit(20)
                    .boxed()
                    .collect(Collectors.toSet());
            index.put(document, text.stream().mapToLong(Long::longValue).sorted().toArray());
            oracle.put(document, text);
          }
        }
        assertThat(index.size()).isEqualTo(oracle.values().stream().mapToLong(Set::size).sum());
        for (int i = 0; i < 300; i++) {
          long anchor = skewed(random);
          Candidates found = index.find(anchors(new long[] {anchor}), ALL, StopSignal.NEVER);
          Set<Integer> holders =
              oracle.keySet().stream()
                  .filter(document -> oracle.get(document).contains(anchor))
                  .collect(Collectors.toSet());
          assertThat(holders).containsAll(Arrays.stream(found.documents()).boxed().toList());
          assertThat(found.documents())
              .hasSize(Math.min(holders.size(), PassageIndex.MAX_DOCUMENTS))
              .doesNotHaveDuplicates();
          assertThat(found.isCut()).containsExactly(holders.size() > PassageIndex.MAX_DOCUMENTS);
        }
        if (round == 5) {
          bytes = index.bytes();
        }
      }
      assertThat(index.bytes()).isLessThan(bytes * 3 / 2);
    });
  }

  @Test
  void memoryIsGivenBackWhenMostDocumentsAreRemoved() {
    PassageIndex index = new PassageIndex();
    List<long[]> texts = texts(new SplittableRandom(2));
    IntStream.range(0, 4 * DOCUMENTS)
        .forEach(document -> index.put(document, texts.get(document % DOCUMENTS)));
    long full = index.bytes();
    IntStream.range(100, 4 * DOCUMENTS).forEach(index::remove);
    assertThat(index.bytes()).isLessThan(full / 3);
  }

  @Test
  void livingDocumentsAreFoundWhileOthersAreReplacedAndRemoved() throws Exception {
    PassageIndex index = new PassageIndex();
    int living = 40;
    // The living ones are partly among the first and partly among the further ones of the anchor.
    for (int document = 0; document < DOCUMENTS; document++) {
      index.put(document, new long[] {1, document});
    }
    int each = DOCUMENTS / living;
    IntStream.range(0, DOCUMENTS).filter(i -> i % each != 0).forEach(index::remove);
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<?> writer =
          executor.submit(() -> {
            SplittableRandom random = new SplittableRandom(3);
            try {
              for (int i = 0; i < 50_000; i++) {
                int document = DOCUMENTS + random.nextInt(20); // never more than 64 in all
                if (random.nextBoolean()) {
                  index.put(document, new long[] {random.nextInt(3), document});
                } else {
                  index.remove(document);
                }
              }
            } finally {
              done.set(true);
            }
          });
      while (!done.get()) {
        Candidates found = index.find(anchors(new long[] {1}), ALL, StopSignal.NEVER);
        assertThat(Arrays.stream(found.documents()).filter(i -> i < DOCUMENTS).sorted())
            .containsExactlyElementsOf(
                IntStream.range(0, living).map(i -> i * each).boxed().toList());
      }
      writer.get();
    }
  }

  @Test
  void findsWhatWasAddedBeforeWhileOthersAdd() throws Exception {
    PassageIndex index = new PassageIndex();
    List<long[]> texts = texts(new SplittableRandom(1));
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        int first = thread;
        all.add(
            executor.submit(() -> {
              for (int document = first; document < DOCUMENTS; document += 4) {
                index.put(document, texts.get(document));
                assertThat(
                        index.find(anchors(texts.get(document)), ALL, StopSignal.NEVER).documents())
                    .contains(document);
              }
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    for (int document = 0; document < DOCUMENTS; document++) {
      assertThat(index.find(anchors(texts.get(document)), ALL, StopSignal.NEVER).documents())
          .contains(document);
    }
  }

  @Test
  void longSearchesStop() {
    PassageIndex index = new PassageIndex();
    long[] many = LongStream.range(0, 10_000).toArray();
    index.put(0, many);
    StopSignal stopped =
        () -> {
          throw new IllegalStateException("stopped");
        };
    assertThatThrownBy(() -> index.find(anchors(many), ALL, stopped)).hasMessage("stopped");
  }

  /// Texts of 1 to 40 anchors, each of which two texts have on average.
  private static List<long[]> texts(SplittableRandom random) {
    return IntStream.range(0, DOCUMENTS)
        .mapToObj(document ->
            LongStream.generate(() -> random.nextLong(DOCUMENTS * 10) * 0x9E3779B97F4A7C15L)
                .limit(random.nextInt(1, 41))
                .distinct()
                .sorted()
                .toArray())
        .toList();
  }

  /// One of many anchors, small numbers more often.
  private static long skewed(SplittableRandom random) {
    return random.nextInt(1 + random.nextInt(1 + random.nextInt(3_000))) * 0x9E3779B97F4A7C15L;
  }

  private static Anchors anchors(long[] hashes) {
    return new Anchors(hashes, IntStream.range(0, hashes.length).toArray(), hashes.length);
  }
}
