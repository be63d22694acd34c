package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// The lines of `GET /documents` have all that is stored, and `POST /documents` stores it again.
@HttpTest
class DocumentLinesTests {

  private static final String ZEROS = "0".repeat(63);

  @Autowired private RunningService service;

  private final String from = "lines-" + UUID.randomUUID();
  private final String to = from + "-copy";

  @AfterEach
  void dropCollections() {
    List.of(from, to).forEach(name -> service.delete("/collections/" + name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"storeText\":false}",
        "{\"storeText\":false,\"verify\":\"features\"}",
        "{\"ttlSeconds\":3600}"
      })
  void aCopyByLinesIsEqual(String settings) {
    make(from, settings);
    make(to, settings);
    fill();
    String lines = lines(from, "");
    assertThat(lines.lines()).hasSize(168);
    List<JsonNode> stored = service.postLines("/documents?limit=0&collection=" + to, lines).lines();
    assertThat(stored)
        .hasSize(168)
        .allMatch(each -> each.get("outcome").asString().equals("added"));
    assertThat(lines(to, "")).isEqualTo(lines);
    String text = "{\"text\":" + Json.quote(Texts.edited(5, 4)) + "}";
    JsonNode found = service.post("/duplicates?collection=" + from, text).json();
    assertThat(found.get("matches")).isNotEmpty();
    assertThat(service.post("/duplicates?collection=" + to, text).json().get("matches"))
        .isEqualTo(found.get("matches"));
  }

  @Test
  void aRepeatedCopyCountsVersions() {
    make(from, "{}");
    make(to, "{}");
    put("a", "{\"text\":\"" + Texts.of(1) + "\"}");
    String line = lines(from, "");
    service.postLines("/documents?limit=0&collection=" + to, line);
    JsonNode again =
        service.postLines("/documents?limit=0&collection=" + to, line).lines().getFirst();
    assertThat(again.get("outcome").asString()).isEqualTo("replaced");
    assertThat(again.get("version").asInt()).isEqualTo(2);
  }

  @Test
  void anotherProfileMakesItsOwnFingerprints() {
    make(from, "{}");
    make(to, "{\"profile\":\"paper-v1\"}");
    put("a", "{\"text\":\"" + Texts.of(1) + "\"}");
    patch("a", "{\"allowed\":true}");
    put("b", "{\"fingerprint\":\"1" + ZEROS + "\"}");
    List<JsonNode> stored =
        service.postLines("/documents?limit=0&collection=" + to, lines(from, "")).lines();
    assertThat(stored.get(0).get("outcome").asString()).isEqualTo("added");
    assertThat(stored.get(1).at("/problem/detail").asString())
        .contains("is 'simhash-256-v1'", "there is no text");
    JsonNode copy = service.get("/documents/a?collection=" + to).json();
    assertThat(copy.get("bits").asInt()).isEqualTo(64);
    assertThat(copy.get("allowed").asBoolean()).isTrue();
  }

  @Test
  void linesPassTheFilter() {
    make(from, "{}");
    fill();
    assertThat(lines(from, "&prefix=doc-1").lines()).hasSize(61 + 10);
    assertThat(lines(from, "&enabled=false").lines()).hasSize(1);
    Answer refused =
        service.send(
            "GET",
            "/documents?limit=3&collection=" + from,
            Map.of("Accept", "application/x-ndjson"),
            "");
    refused.requireProblem(400, "limit", "not for streams");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"profile\":\"simhash-256-v1\"} | stored.fingerprint | is missing",
        "{\"fingerprint\":\"1~\"} | stored.profile | is missing",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\"} | stored.fingerprint | is not the"
            + " fingerprint of the text; leave out stored",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"12\"} | stored.fingerprint | must be a"
            + " fingerprint in hex",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"judged\":\"0123456789abcdef\"} |"
            + " stored.judged | must have 256 bits",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"vector\":\"AAAA\"} |"
            + " stored.vector | must be the features",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"contentHash\":\"12\"} |"
            + " stored.contentHash | 32 hex digits",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"version\":0} | stored.version |"
            + " must be 1 to 9007199254740992",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"version\":9223372036854775807} |"
            + " stored.version | must be 1 to 9007199254740992",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"createdAt\":"
            + "\"1969-12-31T23:59:59Z\"} | stored.createdAt | must be from 1970 to the present",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"createdAt\":\"today\"} |"
            + " stored.createdAt | must be a time as in RFC 3339",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"createdAt\":5} |"
            + " stored.createdAt | must be a time as in RFC 3339",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"createdAt\":"
            + "\"2098-01-01T00:00:00Z\"} | stored.createdAt | must be from 1970 to the present, was"
            + " 2098",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"1~\",\"disabledBy\":\"a job/\"} |"
            + " stored.disabledBy | was 'a job/'",
        "{\"profile\":\"simhash-256-v1\",\"fingerprint\":\"0123456789abcdef\"} | fingerprint | does"
            + " not fit profile"
      })
  void invalidStatesAreRefused(String state, String field, String message) {
    make(to, "{}");
    String line = "{\"text\":\"a text\",\"stored\":" + state.replace("~", ZEROS) + "}\n";
    JsonNode answer = service.postLines("/documents?collection=" + to, line).lines().getFirst();
    assertThat(answer.at("/problem/errors/0/field").asString()).isEqualTo(field);
    assertThat(answer.at("/problem/errors/0/message").asString()).contains(message);
  }

  /// Documents of every kind and state.
  private void fill() {
    String many =
        IntStream.range(0, 160)
            .mapToObj(i ->
                "{\"id\":\"doc-%d\",\"text\":\"%s\",\"metadata\":{\"n\":%d,\"long\":\"%s\"}}\n"
                    .formatted(i, Texts.of(i), i, "é".repeat(i * 5)))
            .collect(Collectors.joining());
    assertThat(service.postLines("/documents?limit=0&collection=" + from, many).lines())
        .hasSize(160);
    put("html", "{\"html\":\"<p>" + Texts.of(1_000) + "</p><p>é</p>\"}");
    put("tokens", "{\"tokens\":[\"a\",\"b\",\"c\"]}");
    put("features", "{\"features\":[{\"feature\":\"a\",\"weight\":2.5},{\"feature\":\"b\"}]}");
    put("fingerprint", "{\"fingerprint\":\"1" + ZEROS + "\"}");
    put("empty", "{\"text\":\"\"}");
    put(
        "expiring",
        "{\"text\":\"" + Texts.of(1_001) + "\",\"expiresAt\":\"2098-01-02T03:04:05Z\"}");
    put("allowed", "{\"text\":\"" + Texts.of(1_002) + "\"}");
    patch("allowed", "{\"allowed\":true}");
    put("disabled", "{\"text\":\"" + Texts.of(1_003) + "\"}");
    patch("disabled", "{\"enabled\":false}");
    patch("doc-7", "{\"allowed\":true}");
    put("doc-7", "{\"text\":\"" + Texts.of(1_004) + "\"}"); // drops the verdict
  }

  private void make(String name, String settings) {
    assertThat(service.put("/collections/" + name, settings).status()).isEqualTo(201);
  }

  private void put(String id, String document) {
    service.put("/documents/" + id + "?collection=" + from, document).require(200, 201);
  }

  private void patch(String id, String change) {
    service.patch("/documents/" + id + "?collection=" + from, change).require(200);
  }

  private String lines(String collection, String query) {
    return service
        .send(
            "GET",
            "/documents?collection=" + collection + query,
            Map.of("Accept", "application/x-ndjson"),
            "")
        .require(200)
        .body();
  }
}
