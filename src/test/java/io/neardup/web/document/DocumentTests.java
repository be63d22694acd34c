package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Documents are stored, replaced, found as near-duplicates, read and deleted.
@HttpTest
class DocumentTests {

  @Autowired private RunningService service;

  @Test
  void putStoresAndReplacesADocument() {
    String text = text(Texts.of(1));
    Answer first = service.put("/documents/put-1", text);
    first.require(201);
    assertThat(first.header("Location")).isEqualTo("/documents/put-1");
    assertThat(first.text("/outcome")).isEqualTo("added");
    assertThat(first.number("/version")).isEqualTo(1);
    JsonNode before = service.get("/documents/put-1").json();

    Answer second = service.put("/documents/put-1", text(Texts.of(2)));
    second.require(200);
    assertThat(second.headers().firstValue("Location")).isEmpty();
    assertThat(second.text("/outcome")).isEqualTo("replaced");
    assertThat(second.number("/version")).isEqualTo(2);
    JsonNode after = service.get("/documents/put-1").json();
    assertThat(after.get("version").asInt()).isEqualTo(2);
    assertThat(after.get("createdAt")).isEqualTo(before.get("createdAt"));
    assertThat(after.get("fingerprint")).isNotEqualTo(before.get("fingerprint"));
    assertThat(matchesOf(Texts.of(1))).isEmpty();
    assertThat(matchesOf(Texts.of(2))).containsExactly("put-1");
  }

  @Test
  void postStoresADocumentUnderItsIdOrAGeneratedOne() {
    Answer named = service.post("/documents", "{\"id\":\"post-1\",\"text\":\"a b c\"}");
    named.require(201);
    assertThat(named.header("Location")).isEqualTo("/documents/post-1");
    Answer again = service.post("/documents", "{\"id\":\"post-1\",\"text\":\"a b c\"}");
    again.require(200);
    assertThat(again.number("/version")).isEqualTo(2);

    Answer generated = service.post("/documents", "{\"text\":\"a b c\",\"ref\":\"r\"}");
    generated.require(201);
    String id = generated.text("/id");
    assertThat(generated.text("/ref")).isEqualTo("r");
    assertThat(generated.header("Location")).isEqualTo("/documents/" + id);
    service.get("/documents/" + id).require(200);
    assertThat(service.post("/documents", "{\"text\":\"a b c\"}").text("/id")).isNotEqualTo(id);
  }

  @Test
  void skipDoesNotStoreNearDuplicates() {
    store("skip-1", Texts.of(11), "skip");
    Answer second = store("skip-2", Texts.of(11), "skip");
    second.require(200);
    assertThat(second.text("/outcome")).isEqualTo("skipped");
    assertThat(second.json().has("version")).isFalse();
    assertThat(second.json().has("position")).isFalse();
    assertThat(second.header("ETag")).isEmpty();
    assertThat(second.header("Location")).isEmpty();
    assertThat(ids(second.json().get("matches"))).containsExactly("skip-1");
    service.get("/documents/skip-2").require(404);
  }

  @Test
  void getHeadAndDelete() {
    store("gone-1", Texts.of(16), "add");
    Answer head = service.send("HEAD", "/documents/gone-1", Map.of(), "");
    head.require(200);
    assertThat(head.header("Content-Type")).isEqualTo("application/json");
    assertThat(head.body()).isEmpty();
    JsonNode document = service.get("/documents/gone-1").json();
    assertThat(document.get("id").asString()).isEqualTo("gone-1");
    assertThat(document.get("collection").asString()).isEqualTo("default");
    assertThat(document.get("profile").asString()).isEqualTo("simhash-256-v1");
    assertThat(document.get("bits").asInt()).isEqualTo(256);
    assertThat(document.get("features").asInt()).isBetween(200, 240);
    assertThat(document.has("metadata")).isFalse();
    assertThat(document.get("updatedAt").asString()).endsWith("Z");

    Answer deleted = service.delete("/documents/gone-1");
    deleted.require(204);
    assertThat(deleted.body()).isEmpty();
    service.get("/documents/gone-1").require(404);
    service.send("HEAD", "/documents/gone-1", Map.of(), "").require(404);
    service.delete("/documents/gone-1").require(404);
    service.patch("/documents/gone-1", "{\"enabled\":true}").require(404);
    assertThat(matchesOf(Texts.of(16))).isEmpty();

    assertThat(store("gone-1", Texts.of(16), "add").number("/version")).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org/a?b",
        "https://example.org/a/b/../c?d=e&f=g#h",
        "a/b",
        "/a//b/",
        "\\a\\b",
        "a;b=c",
        "看见 飞碟",
        "two words",
        "a+b",
        "100%",
        "a%2Fb",
        "\uD83D\uDEF8",
        "it's \"quoted\", {braced} [and] <so> on|^`~",
        "a.json",
        "...",
      })
  void idsMayContainAnyCharacters(String id) {
    String path = "/documents/" + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    Answer put = service.put(path, "{\"text\":\"a b c d e f g\",\"ref\":\"put\"}");
    put.require(201);
    assertThat(put.text("/id")).isEqualTo(id);

    Answer post = service.post("/documents", "{\"id\":" + Json.quote(id) + ",\"text\":\"a b\"}");
    assertThat(post.text("/id")).isEqualTo(id);
    assertThat(post.number("/version")).isEqualTo(2);
    String query = "/duplicates?id=" + URLEncoder.encode(id, StandardCharsets.UTF_8);
    service.get(query).require(200);

    URI location = URI.create(put.header("Location"));
    Answer there = service.get(location.toString());
    assertThat(there.status()).as("%s", location).isEqualTo(200);
    assertThat(there.text("/id")).isEqualTo(id);
    service.delete(path).require(204);
    service.get(path).require(404);
  }

  @Test
  void aSemicolonInThePathMustBeEncoded() {
    Answer put = service.put("/documents/semi;colon=1", "{\"text\":\"a b c\"}");
    put.require(400);
    assertThat(put.json().path("detail").asString()).contains("%3B");
    service.get("/documents/semi").require(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"a\":{\"b\":[1,{\"c\":null}],\"d\":true},\"\":\"\"}",
        "{\"国\":\"飞碟\",\"emoji\":\"\uD83D\uDEF8\",\"quote\":\"\\\"\\\\/\\n\"}",
        "{\"price\":1.10,\"big\":12345678901234567890,\"small\":0.1234567890123456789012345}",
        "{\"zero\":0,\"nought\":0.00,\"minus\":-7}",
        "{\"type\":\"x\",\"id\":\"y\",\"...\":\"z\"}",
      })
  void metadataIsReturnedUnchanged(String metadata) {
    service.put(
        "/documents/metadata-1",
        "{\"text\":\"" + Texts.of(20) + "\",\"metadata\":" + metadata + "}");
    JsonNode document = service.get("/documents/metadata-1").json();
    assertThat(document.get("metadata")).hasToString(Json.read(metadata).toString());
    JsonNode match = duplicates(Texts.of(20)).get("matches").get(0);
    assertThat(match.get("metadata")).hasToString(Json.read(metadata).toString());
  }

  @Test
  void metadataMayBeNestedDeeply() {
    String nested = "{\"a\":".repeat(80) + "1" + "}".repeat(80);
    Answer put = service.put("/documents/deep-1", "{\"text\":\"a\",\"metadata\":" + nested + "}");
    put.require(201);
    assertThat(service.get("/documents/deep-1").json().get("metadata")).hasToString(nested);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"half\":\"\\ud800\"}",
        "{\"halves\":\"\\udc00\\ud800\"}",
        "{\"nul\":\"\\u0000\"}",
        "{\"huge\":1e400,\"tiny\":1e-400}",
        "{\"enormous\":1e999999999}",
      })
  void storedDocumentsCanBeRead(String metadata) {
    String body = "{\"text\":\"" + Texts.of(21) + "\",\"metadata\":" + metadata + "}";
    Answer put = service.put("/documents/strange-1", body);
    try {
      put.require(200, 201, 400);
      if (put.status() < 400) {
        service.get("/documents/strange-1").require(200);
        assertThat(duplicates(Texts.of(21)).path("matches").size()).isEqualTo(1);
      }
    } finally {
      service.delete("/documents/strange-1");
    }
  }

  private static final String NOTHING = "0".repeat(64);

  @Test
  void aDocumentWithoutFeaturesIsNeverMatched() {
    List<String> empty =
        List.of(
            "\"text\":\"\"",
            "\"text\":\"!!!\"",
            "\"html\":\"<script>a()</script>\"",
            "\"tokens\":[]",
            "\"features\":[]",
            "\"fingerprint\":\"" + NOTHING + "\"");
    for (int i = 0; i < empty.size(); i++) {
      String body =
          "{\"id\":\"empty-"
              + i
              + "\",\"maxDistance\":256,\"onDuplicate\":\"replace\","
              + empty.get(i)
              + "}";
      Answer stored = service.post("/documents", body);
      stored.require(201);
      assertThat(stored.json().get("matches").isEmpty()).as(stored.body()).isTrue();
      assertThat(stored.json().get("lowConfidence").asBoolean()).isTrue();
      assertThat(stored.text("/fingerprint")).isEqualTo(NOTHING);
    }
    for (String content : empty) {
      JsonNode found = service.post("/duplicates", "{\"maxDistance\":256," + content + "}").json();
      assertThat(found.get("matches").isEmpty()).as(content).isTrue();
    }
    JsonNode all =
        service
            .get("/duplicates?fingerprint=" + "1".repeat(64) + "&maxDistance=256&limit=10000")
            .json();
    assertThat(ids(all.get("matches"))).noneMatch(id -> id.startsWith("empty-"));
    store("empty-0", Texts.of(22), "add");
    assertThat(matchesOf(Texts.of(22))).containsExactly("empty-0");
    service.put("/documents/empty-0", "{\"text\":\"\"}");
    assertThat(matchesOf(Texts.of(22))).isEmpty();
  }

  private Answer store(String id, String text, String onDuplicate) {
    return service.post(
        "/documents",
        "{\"id\":\"%s\",\"text\":\"%s\",\"onDuplicate\":\"%s\"}".formatted(id, text, onDuplicate));
  }

  private JsonNode duplicates(String text) {
    return service.post("/duplicates", "{\"text\":\"" + text + "\",\"limit\":100}").json();
  }

  private List<String> matchesOf(String text) {
    return ids(duplicates(text).get("matches"));
  }

  private static List<String> ids(JsonNode matches) {
    return StreamSupport.stream(matches.spliterator(), false)
        .map(match -> match.get("id").asString())
        .toList();
  }

  private static String text(String text) {
    return "{\"text\":\"" + text + "\"}";
  }
}
