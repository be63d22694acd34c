package io.neardup.web.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.SharedService;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Lookups of wide fingerprints, where the requested recall determines the plan, and answers state
/// what the plan guarantees to find.
class WideLookupTests {

  private static final int DOCUMENTS = 20_000; // fewer are scanned with every recall
  private static final RunningService SERVICE = SharedService.of().http();
  private static final SplittableRandom RANDOM = new SplittableRandom(7);
  private static final BigInteger STORED = next();

  @BeforeAll
  static void store() {
    SERVICE.put("/collections/wide", "{}").require(201);
    StringBuilder lines = new StringBuilder(line("stored", STORED));
    for (int i = 1; i < DOCUMENTS; i++) {
      lines.append(line("other-" + i, next()));
    }
    assertThat(
            SERVICE.postLines("/documents?collection=wide&maxDistance=0", lines.toString()).lines())
        .hasSize(DOCUMENTS)
        .allMatch(answer -> answer.get("outcome").asString().equals("added"));
  }

  @Test
  void isExactIfRequested() {
    JsonNode found = get(flipped(STORED, 60), "maxDistance=63&recall=exact");
    assertThat(found.get("plan").asString()).isEqualTo("scan");
    assertThat(found.get("exact").asBoolean()).isTrue();
    assertThat(found.get("recall").asDouble()).isEqualTo(1);
    assertThat(found.has("exactTo")).isFalse();
    assertThat(found.get("candidates").asInt()).isEqualTo(DOCUMENTS);
    assertThat(ids(found)).containsExactly("stored");
  }

  @Test
  void probesTablesOnceWhereThatIsExact() {
    JsonNode found = get(flipped(STORED, 15), "maxDistance=15&recall=exact");
    assertThat(found.get("plan").asString()).isEqualTo("tables");
    assertThat(found.get("exact").asBoolean()).isTrue();
    assertThat(found.get("candidates").asInt()).isBetween(1, DOCUMENTS / 10);
    assertThat(ids(found)).containsExactly("stored");
  }

  @Test
  void reportsExactToForLowerRecall() {
    JsonNode found = get(flipped(STORED, 17), "maxDistance=63&recall=0.6");
    assertThat(found.get("plan").asString()).isEqualTo("probes");
    assertThat(found.get("exact").asBoolean()).isFalse();
    assertThat(found.get("exactTo").asInt()).isBetween(16, 32);
    assertThat(found.get("recall").asDouble()).isBetween(0.6, 0.7);
    assertThat(found.get("candidates").asInt()).isLessThan(DOCUMENTS / 10);
  }

  @Test
  void decidesOnDocumentsWithTheRecallOfTheCaller() {
    String near = flipped(STORED, 16);
    Answer sure = skip(near, "\"exact\"");
    assertThat(sure.text("/outcome")).isEqualTo("skipped");
    assertThat(sure.text("/plan")).isEqualTo("scan");
    assertThat(sure.json().get("exact").asBoolean()).isTrue();
    assertThat(sure.json().has("recall")).isFalse();

    Answer likely = skip(near, "0.6");
    assertThat(likely.text("/outcome")).isEqualTo("skipped");
    assertThat(likely.text("/plan")).isEqualTo("probes");
    assertThat(likely.json().get("exact").asBoolean()).isFalse();
    assertThat(likely.number("/exactTo")).isBetween(16, 32);
    assertThat(likely.json().get("recall").asDouble()).isBetween(0.6, 0.7);
  }

  @Test
  void findsTheNearest() {
    JsonNode found = get(flipped(STORED, 70), "nearest=1");
    assertThat(ids(found)).containsExactly("stored");
    assertThat(found.get("exact").asBoolean()).isTrue();
  }

  private static Answer skip(String fingerprint, String recall) {
    return SERVICE.post(
        "/documents?collection=wide",
        "{\"fingerprint\":\"%s\",\"onDuplicate\":\"skip\",\"maxDistance\":63,\"recall\":%s}"
            .formatted(fingerprint, recall));
  }

  private static JsonNode get(String fingerprint, String options) {
    Answer answer =
        SERVICE.get("/duplicates?collection=wide&fingerprint=" + fingerprint + "&" + options);
    answer.require(200);
    return answer.json();
  }

  private static List<String> ids(JsonNode found) {
    return found.get("matches").valueStream().map(match -> match.get("id").asString()).toList();
  }

  private static String line(String id, BigInteger fingerprint) {
    return "{\"id\":\"%s\",\"fingerprint\":\"%064x\"}%n".formatted(id, fingerprint);
  }

  private static BigInteger next() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return new BigInteger(1, bytes);
  }

  private static String flipped(BigInteger fingerprint, int bits) {
    BigInteger flipped = fingerprint;
    for (int i = 0; i < bits; i++) {
      flipped = flipped.flipBit(i * 101 % 256);
    }
    return "%064x".formatted(flipped);
  }
}
