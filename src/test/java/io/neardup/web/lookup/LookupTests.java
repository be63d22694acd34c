package io.neardup.web.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Lookups find stored near-duplicates.
@HttpTest
class LookupTests {

  private static final long QUERY = 0x5a17_c0de_4b1d_f00dL;

  /// Fingerprints at every distance from [#QUERY], by id.
  private static final TreeMap<String, Long> FAN = new TreeMap<>();

  static {
    SplittableRandom random = new SplittableRandom(7);
    for (int distance = 0; distance <= 64; distance++) {
      long mask = 0;
      while (Long.bitCount(mask) < distance) {
        mask |= 1L << random.nextInt(64);
      }
      if ((QUERY ^ mask) != 0) {
        FAN.put("fan-" + (char) ('a' + random.nextInt(26)) + distance, QUERY ^ mask);
      }
    }
  }

  @Autowired private RunningService service;

  @BeforeEach
  void store() {
    service.put("/collections/lookups", "{\"profile\":\"paper-v1\"}").require(201);
    StringBuilder lines = new StringBuilder();
    FAN.forEach((id, bits) ->
        lines.append("{\"id\":\"%s\",\"fingerprint\":\"%016x\"}\n".formatted(id, bits)));
    assertThat(service.postLines("/documents?collection=lookups", lines.toString()).lines())
        .allMatch(line -> line.has("outcome"));
  }

  @AfterEach
  void dropCollection() {
    service.delete("/collections/lookups");
  }

  @Test
  void looksUpByTextFingerprintAndId() {
    String text = Texts.of(100);
    service.put(
        "/documents/by-1?collection=lookups", "{\"text\":\"" + text + "\",\"metadata\":{\"n\":1}}");
    service.put("/documents/by-2?collection=lookups", "{\"text\":\"" + text + "\"}");

    JsonNode byText = get("text=" + encode(text));
    assertThat(ids(byText)).containsExactly("by-1", "by-2");
    assertThat(byText.get("query").get("features").asInt()).isGreaterThan(100);
    assertThat(byText.get("matches").get(0).get("metadata")).hasToString("{\"n\":1}");
    assertThat(byText.get("matches").get(0).get("similarity").asDouble()).isEqualTo(1);
    String hex = byText.get("query").get("fingerprint").asString();

    JsonNode byFingerprint = get("fingerprint=" + hex.toUpperCase());
    assertThat(ids(byFingerprint)).containsExactly("by-1", "by-2");
    assertThat(byFingerprint.get("query").has("features")).isFalse();

    JsonNode byId = get("id=by-1");
    assertThat(ids(byId)).containsExactly("by-2");
    assertThat(byId.get("query").get("fingerprint").asString()).isEqualTo(hex);
  }

  @Test
  void postEqualsGet() {
    String text = Texts.of(101);
    service.put("/documents/post-get-1?collection=lookups", "{\"text\":\"" + text + "\"}");
    JsonNode byGet = get("text=" + encode(text) + "&maxDistance=5&limit=3&recall=0.9");
    for (String content :
        List.of(
            "\"text\":\"" + text + "\"",
            "\"html\":\"<title></title><p>" + text + "</p>\"",
            "\"tokens\":[\"" + text.replace(" ", "\",\"") + "\"]")) {
      String options = ",\"maxDistance\":5,\"limit\":3,\"recall\":0.9}";
      JsonNode byPost =
          service.post("/duplicates?collection=lookups", "{" + content + options).json();
      assertThat(byPost).isEqualTo(byGet);
      byGet.at("/matches/0").asObject().remove("identical"); // the other inputs are not identical
    }
    JsonNode referred =
        service
            .post("/duplicates?collection=lookups", "{\"id\":\"fan-none\",\"ref\":\"r\"}")
            .json();
    assertThat(referred.get("status").asInt()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 7, 10, 20, 31, 32, 40, 63, 64})
  void findsAllUpToTheDistanceNearestFirstThenById(int maxDistance) {
    JsonNode found =
        get("fingerprint=%016x&maxDistance=%d&limit=10000".formatted(QUERY, maxDistance));
    assertThat(found.get("plan").asString()).isEqualTo(maxDistance <= 3 ? "tables" : "scan");
    assertThat(found.get("exact").asBoolean()).isTrue();
    assertThat(found.get("recall").asDouble()).isEqualTo(1);
    assertThat(found.has("exactTo")).isFalse();
    assertThat(found.get("maxDistance").asInt()).isEqualTo(maxDistance);
    assertThat(found.get("truncated").asBoolean()).isFalse();

    List<JsonNode> matches = found.get("matches").valueStream().toList();
    assertThat(matches)
        .isSortedAccordingTo(
            Comparator.<JsonNode>comparingInt(match -> match.get("distance").asInt())
                .thenComparing(match -> match.get("id").asString()));
    assertThat(matches)
        .allSatisfy(match -> {
          int distance = match.get("distance").asInt();
          long bits = Long.parseUnsignedLong(match.get("fingerprint").asString(), 16);
          assertThat(distance)
              .isEqualTo(Long.bitCount(bits ^ QUERY))
              .isLessThanOrEqualTo(maxDistance);
          assertThat(match.get("similarity").asDouble()).isEqualTo(1 - distance / 64.0);
          assertThat(match.get("featureSimilarity").asDouble())
              .isEqualTo(Math.max(0, Math.cos(Math.PI * distance / 64)), within(1e-12));
        });
    List<String> requested =
        FAN.keySet().stream()
            .filter(id -> Long.bitCount(FAN.get(id) ^ QUERY) <= maxDistance)
            .toList();
    assertThat(ids(found)).containsAll(requested);
    assertThat(ids(found).stream().filter(id -> id.startsWith("fan-"))).hasSameSizeAs(requested);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 20, 60})
  void nearestReturnsTheFirstOfAllAtAnyDistance(int count) {
    JsonNode all = get("fingerprint=%016x&maxDistance=64&limit=10000".formatted(QUERY));
    JsonNode nearest = get("fingerprint=%016x&nearest=%d".formatted(QUERY, count));
    assertThat(ids(nearest)).isEqualTo(ids(all).subList(0, count));
    assertThat(nearest.get("exact").asBoolean()).isTrue();
    assertThat(nearest.has("maxDistance")).isFalse();
    assertThat(nearest.get("truncated").asBoolean()).isTrue();
    String body = "{\"fingerprint\":\"%016x\",\"nearest\":%d}".formatted(QUERY, count);
    assertThat(service.post("/duplicates?collection=lookups", body).json()).isEqualTo(nearest);
  }

  @Test
  void nearestOfADocumentExcludesItself() {
    assertThat(ids(get("id=" + FAN.firstKey() + "&nearest=3")))
        .hasSize(3)
        .doesNotContain(FAN.firstKey());
  }

  @Test
  void limitTruncatesAndReportsIt() {
    List<String> all = ids(get("fingerprint=%016x&maxDistance=12&limit=10000".formatted(QUERY)));
    assertThat(all).hasSizeGreaterThanOrEqualTo(13);
    for (int limit : List.of(1, 2, 12, all.size() - 1, all.size(), all.size() + 1)) {
      JsonNode found = get("fingerprint=%016x&maxDistance=12&limit=%d".formatted(QUERY, limit));
      assertThat(ids(found)).isEqualTo(all.subList(0, Math.min(limit, all.size())));
      assertThat(found.get("truncated").asBoolean()).isEqualTo(limit < all.size());
    }
    JsonNode usual = get("fingerprint=%016x&maxDistance=12".formatted(QUERY));
    assertThat(ids(usual)).hasSize(10);
    assertThat(usual.get("truncated").asBoolean()).isTrue();
  }

  @Test
  void limitTruncatesEqualDistancesById() {
    StringBuilder lines = new StringBuilder();
    for (int i = 99; i >= 10; i--) {
      lines.append("{\"id\":\"tie-%d\",\"text\":\"%s\"}\n".formatted(i, Texts.of(102)));
    }
    service.postLines("/documents?collection=lookups", lines.toString());
    JsonNode found = get("text=" + encode(Texts.of(102)) + "&limit=5");
    assertThat(ids(found)).containsExactly("tie-10", "tie-11", "tie-12", "tie-13", "tie-14");
    assertThat(found.get("truncated").asBoolean()).isTrue();
    assertThat(ids(get("id=tie-12&limit=5")))
        .containsExactly("tie-10", "tie-11", "tie-13", "tie-14", "tie-15");
  }

  @Test
  void looksUpChineseTexts() {
    String stored = "市图书馆周六为学生开放新的自习室,共有六十个座位,考试期间每天开放到午夜。凭学生证可以免费入场,其他楼层的书可以带进来,第二天早上再归还。";
    service.put("/documents/zh-1?collection=lookups", "{\"text\":\"" + stored + "\"}");
    String asked = stored.replace(",", ", ").replace("。", "。\n");
    assertThat(ids(get("text=" + encode(asked)))).containsExactly("zh-1");
    assertThat(ids(get("id=zh-1"))).isEmpty();
  }

  @Test
  void addressAcceptsATextOf32Kilobytes() {
    String words = (Texts.of(103) + " ").repeat(40).substring(0, 32 * 1024);
    service.put("/documents/long-1?collection=lookups", "{\"text\":\"" + words + "\"}");
    assertThat(encode(words).length()).isGreaterThanOrEqualTo(32 * 1024);
    assertThat(ids(get("text=" + encode(words)))).containsExactly("long-1");

    String chinese = encode("看见飞碟外星人".repeat(600));
    assertThat(chinese.length()).isBetween(32 * 1024, 49_152);
    service.get("/duplicates?text=" + chinese).require(200);
    String longest = "text=" + "a".repeat(49_152 - 5);
    service.get("/duplicates?" + longest).require(200);
    service.get("/duplicates?" + longest + "a").require(414);
  }

  @Test
  void bodyAcceptsLongerTexts() {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < 800; i++) {
      parts.add(Texts.of(10_000 + i));
    }
    String text = String.join(" ", parts);
    assertThat(text.length()).isGreaterThan(1_000_000);
    service.put("/documents/long-2?collection=lookups", "{\"text\":\"" + text + "\"}");
    Answer found =
        service.post(
            "/duplicates?collection=lookups", "{\"text\":\"" + text + " and a word more\"}");
    assertThat(ids(found.json())).containsExactly("long-2");
  }

  @Test
  void deletedDocumentsAreNotFound() {
    service.put("/documents/gone-2?collection=lookups", "{\"text\":\"" + Texts.of(104) + "\"}");
    assertThat(ids(get("text=" + encode(Texts.of(104))))).containsExactly("gone-2");
    service.delete("/documents/gone-2?collection=lookups");
    assertThat(ids(get("text=" + encode(Texts.of(104))))).isEmpty();
    service.get("/duplicates?collection=lookups&id=gone-2").require(404);
  }

  private JsonNode get(String query) {
    Answer answer = service.get("/duplicates?collection=lookups&" + query);
    answer.require(200);
    return answer.json();
  }

  private static List<String> ids(JsonNode found) {
    return found.get("matches").valueStream().map(match -> match.get("id").asString()).toList();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
