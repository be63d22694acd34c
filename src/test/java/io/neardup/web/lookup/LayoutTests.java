package io.neardup.web.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A service with a configured layout finds the same documents as a scan.
class LayoutTests {

  private static final int DOCUMENTS = 2_000;
  private static final int QUERIES = 100;

  @Test
  void findsEveryNearDuplicate() {
    try (FreshService fresh =
        FreshService.start(
            "--neardup.profile=paper-v1",
            "--neardup.index.expected-documents=100000000",
            "--neardup.index.memory=20GB")) {
      RunningService service = fresh.http();
      assertThat(service.get("/collections/default").text("/index"))
          .startsWith("10 tables over 5 blocks, up to distance 3");
      Seeds.random(random -> {
        long[] stored = fingerprints(random);
        store(service, stored);
        for (int i = 0; i < QUERIES; i++) {
          long query = flipped(stored[random.nextInt(DOCUMENTS)], random.nextInt(6), random);
          int maxDistance = random.nextInt(4);
          JsonNode found = lookUp(service, query, maxDistance);
          assertThat(found.get("plan").asString()).isEqualTo("tables");
          assertThat(ids(found))
              .containsExactlyInAnyOrderElementsOf(near(stored, query, maxDistance));
        }
        JsonNode farther = lookUp(service, stored[0], 5);
        assertThat(ids(farther)).containsExactlyInAnyOrderElementsOf(near(stored, stored[0], 5));
      });
    }
  }

  /// Half of the fingerprints are uniform, the others close to one of these.
  private static long[] fingerprints(SplittableRandom random) {
    long[] fingerprints = new long[DOCUMENTS];
    for (int i = 0; i < DOCUMENTS; i++) {
      fingerprints[i] =
          i % 2 == 0
              ? random.nextLong()
              : flipped(fingerprints[random.nextInt(i)], 1 + random.nextInt(4), random);
    }
    return fingerprints;
  }

  private static long flipped(long fingerprint, int bits, SplittableRandom random) {
    long flipped = fingerprint;
    for (int i = 0; i < bits; i++) {
      flipped ^= 1L << random.nextInt(64);
    }
    return flipped;
  }

  private static void store(RunningService service, long[] fingerprints) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < fingerprints.length; i++) {
      lines.append("{\"id\":\"%d\",\"fingerprint\":\"%016x\"}%n".formatted(i, fingerprints[i]));
    }
    assertThat(service.postLines("/documents", lines.toString()).lines())
        .hasSize(fingerprints.length)
        .allMatch(answer -> answer.get("outcome").asString().equals("added"));
  }

  private static JsonNode lookUp(RunningService service, long fingerprint, int maxDistance) {
    Answer answer =
        service.get(
            "/duplicates?recall=exact&limit=1000&maxDistance=%d&fingerprint=%016x"
                .formatted(maxDistance, fingerprint));
    answer.require(200);
    return answer.json();
  }

  private static List<String> ids(JsonNode found) {
    return found.get("matches").valueStream().map(match -> match.get("id").asString()).toList();
  }

  /// The oracle.
  private static List<String> near(long[] stored, long query, int maxDistance) {
    return IntStream.range(0, stored.length)
        .filter(i -> Long.bitCount(stored[i] ^ query) <= maxDistance)
        .mapToObj(Integer::toString)
        .toList();
  }
}
