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
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// The index lists the documents of each anchor, as a map of sets does.
class PassageIndexTests {

  private static final int DOCUMENTS = 3_000;

  @Test
  void findsTheDocumentsThatAMapOfSetsHas() {
    Seeds.random(random -> {
      PassageIndex index = new PassageIndex();
      Map<Long, Set<Integer>> oracle = new HashMap<>();
      List<long[]> texts = texts(random);
      for (int document = 0; document < DOCUMENTS; document++) {
        index.add(document, texts.get(document));
        for (long hash : texts.get(document)) {
          oracle.computeIfAbsent(hash, each -> new HashSet<>()).add(document);
        }
      }
      index.add(7, texts.get(7)); // again
      assertThat(index.size())
          .isEqualTo(oracle.values().stream().mapToLong(Set::size).sum() - index.cut());
      for (int i = 0; i < 200; i++) {
        long[] query = texts.get(random.nextInt(DOCUMENTS));
        Map<Integer, Integer> shared = new HashMap<>();
        for (long hash : query) {
          oracle.get(hash).forEach(document -> shared.merge(document, 1, Integer::sum));
        }
        Candidates found = index.find(anchors(query), StopSignal.NEVER);
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
    int more = PassageIndex.MAX_DOCUMENTS + 5;
    IntStream.range(0, more).forEach(document -> index.add(document, new long[] {1, -document}));
    Candidates found =
        index.find(new Anchors(new long[] {-3, 1, -4, 1}, new int[4], 4), StopSignal.NEVER);
    assertThat(found.documents()).hasSize(PassageIndex.MAX_DOCUMENTS).startsWith(3, 4);
    assertThat(found.isCut()).containsExactly(false, true, false, true);
    assertThat(index.cut()).isEqualTo(5);
    IntStream.range(0, more).forEach(document -> index.add(document, new long[] {-document}));
    assertThat(index.size()).isEqualTo(more + PassageIndex.MAX_DOCUMENTS);
  }

  @Test
  void aListThatIsJustFullIsNotCut() {
    PassageIndex index = new PassageIndex();
    for (int document = 0; document < PassageIndex.MAX_DOCUMENTS; document++) {
      index.add(document, new long[] {1});
    }
    assertThat(index.find(anchors(new long[] {1}), StopSignal.NEVER).isCut())
        .containsExactly(false);
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
                index.add(document, texts.get(document));
                assertThat(index.find(anchors(texts.get(document)), StopSignal.NEVER).documents())
                    .contains(document);
              }
            }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    }
    for (int document = 0; document < DOCUMENTS; document++) {
      assertThat(index.find(anchors(texts.get(document)), StopSignal.NEVER).documents())
          .contains(document);
    }
  }

  @Test
  void longSearchesStop() {
    PassageIndex index = new PassageIndex();
    long[] many = LongStream.range(0, 10_000).toArray();
    index.add(0, many);
    StopSignal stopped =
        () -> {
          throw new IllegalStateException("stopped");
        };
    assertThatThrownBy(() -> index.find(anchors(many), stopped)).hasMessage("stopped");
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

  private static Anchors anchors(long[] hashes) {
    return new Anchors(hashes, IntStream.range(0, hashes.length).toArray(), hashes.length);
  }
}
