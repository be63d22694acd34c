package io.neardup.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A scan finds what looking at a map of every document finds.
class ScanIndexTests {

  @ParameterizedTest
  @ValueSource(ints = {32, 64, 100, 128, 256, 512})
  void findsWhatLookingAtEveryDocumentFinds(int bits) {
    Seeds.random(random -> {
      ScanIndex index = new ScanIndex(bits, World::id);
      Map<Integer, Fingerprint> documents = new HashMap<>();
      List<Fingerprint> centres = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        centres.add(random(bits, random));
      }
      for (int step = 0; step < 12_000; step++) {
        change(index, documents, random.nextInt(6_000), centres, random);
      }
      for (int lookup = 0; lookup < 60; lookup++) {
        Fingerprint query = near(centres, random);
        int maxDistance = lookup % 5 == 0 ? random.nextInt(bits + 1) : random.nextInt(bits / 4);
        int limit = List.of(1, 2, 10, 10_000).get(lookup % 4);
        check(index, documents, query, maxDistance, limit);
      }
      assertThat(index.fingerprints()).isEqualTo(documents.values().stream().distinct().count());
      documents.forEach(
          (document, fingerprint) -> assertThat(index.remove(document, fingerprint)).isTrue());
      assertThat(index.fingerprints()).isZero();
      assertThat(index.search(centres.getFirst(), bits, 1, 10).matches()).isEmpty();
    });
  }

  @Test
  void aDocumentThatMovesIsFoundOnceByEveryLookup() throws Exception {
    ScanIndex index = new ScanIndex(256, World::id);
    SplittableRandom random = new SplittableRandom(7);
    Fingerprint query = random(256, random);
    Fingerprint[] places = {flip(query, 1), flip(query, 2), flip(query, 3)};
    for (int document = 1; document < 9_000; document++) {
      index.add(document, random(256, random));
    }
    index.add(0, places[0]);
    AtomicBoolean done = new AtomicBoolean();
    try (var threads = Executors.newFixedThreadPool(2)) {
      Callable<Void> mover =
          () -> {
            for (int i = 0; !done.get(); i++) {
              index.move(0, places[i % 3], places[(i + 1) % 3]);
            }
            return null;
          };
      Future<Void> moving = threads.submit(mover);
      try {
        for (int lookup = 0; lookup < 2_000; lookup++) {
          assertThat(index.search(query, 10, 1, 10).matches())
              .extracting(Match::document)
              .containsExactly(0);
        }
      } finally {
        done.set(true);
      }
      moving.get();
    }
  }

  private static void change(
      ScanIndex index,
      Map<Integer, Fingerprint> documents,
      int document,
      List<Fingerprint> centres,
      SplittableRandom random) {
    Fingerprint before = documents.get(document);
    Fingerprint after = near(centres, random);
    if (before == null) {
      index.add(document, after);
      documents.put(document, after);
    } else if (random.nextBoolean()) {
      index.move(document, before, after);
      documents.put(document, after);
    } else {
      assertThat(index.remove(document, before)).isTrue();
      documents.remove(document);
    }
  }

  private static void check(
      ScanIndex index,
      Map<Integer, Fingerprint> documents,
      Fingerprint query,
      int maxDistance,
      int limit) {
    List<Match> expected =
        documents.entrySet().stream()
            .map(entry ->
                new Match(
                    entry.getKey(),
                    World.id(entry.getKey()),
                    entry.getValue(),
                    entry.getValue().distance(query)))
            .filter(match -> match.distance() <= maxDistance)
            .sorted(Comparator.comparingInt(Match::distance).thenComparing(Match::id))
            .toList();
    SearchResult result = index.search(query, maxDistance, 1, limit);
    assertThat(result.matches()).isEqualTo(expected.subList(0, Math.min(limit, expected.size())));
    assertThat(result.truncated()).isEqualTo(expected.size() > limit);
    assertThat(result.plan().kind()).isEqualTo(Plan.Kind.SCAN);
  }

  /// A centre with some bits flipped, often none.
  private static Fingerprint near(List<Fingerprint> centres, SplittableRandom random) {
    Fingerprint centre = centres.get(random.nextInt(centres.size()));
    for (int flips = random.nextInt(4) * random.nextInt(8); flips > 0; flips--) {
      centre = flip(centre, random.nextInt(centre.bits()));
    }
    return centre;
  }

  private static Fingerprint flip(Fingerprint fingerprint, int bit) {
    long[] words = new long[(fingerprint.bits() + 63) / 64];
    for (int i = 0; i < words.length; i++) {
      words[i] = fingerprint.word(i);
    }
    words[bit / 64] ^= 1L << bit % 64;
    return Fingerprint.of(fingerprint.bits(), words);
  }

  private static Fingerprint random(int bits, SplittableRandom random) {
    long[] words = random.longs((bits + 63) / 64).toArray();
    words[words.length - 1] &= -1L >>> (words.length * 64 - bits);
    return Fingerprint.of(bits, words);
  }
}
