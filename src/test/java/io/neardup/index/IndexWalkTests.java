package io.neardup.index;

import static io.neardup.index.RandomFingerprints.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A walk visits every document, whatever writers do in the meantime.
class IndexWalkTests {

  private static final int DOCUMENTS = 5_000;

  @ParameterizedTest
  @ValueSource(ints = {64, 256})
  void everyDocumentIsPassedOnceWithItsFingerprint(int bits) {
    Seeds.random(random -> {
      FingerprintIndex index = index(bits);
      Fingerprint[] few = anywhere(300, bits, random);
      Map<Integer, Fingerprint> there = new HashMap<>();
      for (int document = 0; document < DOCUMENTS; document++) {
        Fingerprint fingerprint =
            random.nextInt(4) == 0 ? few[random.nextInt(300)] : anywhere(bits, random);
        index.add(document, fingerprint);
        there.put(document, fingerprint);
      }
      for (int i = 0; i < DOCUMENTS; i++) {
        int document = random.nextInt(DOCUMENTS);
        Fingerprint before = there.get(document);
        if (before != null && random.nextBoolean()) {
          index.remove(document, before);
          there.remove(document);
        } else if (before != null) {
          Fingerprint after = few[random.nextInt(300)];
          index.move(document, before, after);
          there.put(document, after);
        }
      }
      Map<Integer, Fingerprint> walked = new HashMap<>();
      index.forEach((document, fingerprint) ->
          assertThat(walked.put(document, fingerprint)).as("%s", document).isNull());
      assertThat(walked).isEqualTo(there);
    });
  }

  @ParameterizedTest
  @ValueSource(ints = {64, 256})
  void documentsThatMoveDuringAWalkAreNotMissed(int bits) {
    Seeds.random(random -> {
      FingerprintIndex index = index(bits);
      List<Fingerprint[]> places = new ArrayList<>();
      for (int document = 0; document < DOCUMENTS; document++) {
        places.add(anywhere(2, bits, random));
        index.add(document, places.get(document)[0]);
      }
      AtomicBoolean stop = new AtomicBoolean();
      Thread mover =
          Thread.ofPlatform()
              .start(() -> {
                for (int round = 0; !stop.get(); round++) {
                  for (int document = 0; document < DOCUMENTS; document += 2) {
                    Fingerprint[] both = places.get(document);
                    index.move(document, both[round & 1], both[1 - (round & 1)]);
                  }
                }
              });
      try {
        for (int walk = 0; walk < 50; walk++) {
          Map<Integer, List<Fingerprint>> walked = new HashMap<>();
          index.forEach((document, fingerprint) ->
              walked.computeIfAbsent(document, d -> new ArrayList<>()).add(fingerprint));
          assertThat(walked).hasSize(DOCUMENTS);
          walked.forEach((document, fingerprints) -> {
            assertThat(Set.of(places.get(document))).containsAll(fingerprints);
            if (document % 2 == 1) {
              assertThat(fingerprints).containsExactly(places.get(document)[0]);
            }
          });
        }
      } finally {
        stop.set(true);
        mover.join();
      }
    });
  }

  private static FingerprintIndex index(int bits) {
    return bits == 64
        ? new PermutationIndex(new BlockLayout(64, 4, 3), Integer::toString)
        : new WideIndex(bits, WideTableCount.ALL, Integer::toString);
  }
}
