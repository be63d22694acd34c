package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.cluster.SingleProcess;
import io.neardup.simhash.Fingerprint;
import io.neardup.web.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/// Stored documents are available after a restart.
@ExtendWith(OutputCaptureExtension.class)
class RestartTests {

  @TempDir private Path data;

  @Test
  void documentsSurviveARestart() {
    List<JsonNode> before;
    JsonNode found;
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      for (int i = 0; i < 20; i++) {
        http.put(
            "/documents/kept-" + i,
            "{\"text\":\"%s\",\"metadata\":{\"i\":%d}}".formatted(Texts.of(i), i));
      }
      http.put("/documents/kept-1", "{\"text\":\"%s\"}".formatted(Texts.of(101)));
      http.delete("/documents/kept-2");
      before = documents(http);
      found = lookup(http, 3).get("matches");
    }
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      assertThat(documents(http)).isEqualTo(before);
      assertThat(lookup(http, 3).get("matches")).isEqualTo(found).isNotEmpty();
      assertThat(lookup(http, 1).get("matches")).isEmpty();
      assertThat(lookup(http, 101).at("/matches/0/id").asString()).isEqualTo("kept-1");
      assertThat(lookup(http, 2).get("matches")).isEmpty();
      JsonNode again =
          http.put("/documents/kept-1", "{\"text\":\"%s\"}".formatted(Texts.of(1))).json();
      assertThat(again.get("version").asInt()).isEqualTo(3);
      assertThat(lookup(http, 101).get("matches")).isEmpty();
    }
  }

  @Test
  void verdictsSurviveARestart() {
    try (FreshService service = FreshService.startIn(data)) {
      service.http().put("/documents/a", "{\"text\":\"%s\"}".formatted(Texts.of(1)));
      service.http().put("/documents/b", "{\"text\":\"%s\"}".formatted(Texts.of(2)));
      patch(service, "a", "{\"allowed\":true}");
      patch(service, "b", "{\"enabled\":false}");
    }
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      for (int i = 0; i < 2; i++) {
        JsonNode copy =
            http.post("/documents?onDuplicate=skip", "{\"text\":\"%s\"}".formatted(Texts.of(1)))
                .json();
        assertThat(copy.get("allowedBy").asString()).isEqualTo("a");
        assertThat(copy.get("outcome").asString()).isEqualTo("added");
      }
      http.put("/documents/b", "{\"text\":\"%s\"}".formatted(Texts.of(2)));
      assertThat(http.get("/documents/b").json().get("enabled").asBoolean()).isFalse();
      assertThat(lookup(http, 2).get("matches")).isEmpty();
      patch(service, "a", "{\"allowed\":false}");
      assertThat(lookup(http, 1).get("matches")).hasSize(3);
    }
  }

  @Test
  void theJudgedTextIsKnownAfterARestart() {
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      http.put("/collections/default", "{\"maxDistance\":40}").require(200);
      http.put("/documents/a", "{\"text\":\"%s\"}".formatted(Texts.of(1)));
      patch(service, "a", "{\"allowed\":true}");
      http.put("/documents/a", "{\"text\":\"%s\"}".formatted(Texts.edited(1, 10)));
    }
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      assertThat(http.get("/documents/a").json().get("allowed").asBoolean()).isTrue();
      String again = "{\"text\":\"%s\"}";
      JsonNode near = http.put("/documents/a", again.formatted(Texts.edited(1, 10))).json();
      assertThat(near.has("verdictDropped")).isFalse();
      JsonNode far = http.put("/documents/a", again.formatted(Texts.edited(1, 20))).json();
      assertThat(fingerprint(far).distance(fingerprint(near))).isLessThanOrEqualTo(40);
      assertThat(far.get("verdictDropped").asBoolean()).isTrue();
    }
    try (FreshService service = FreshService.startIn(data)) {
      JsonNode document = service.http().get("/documents/a").json();
      assertThat(document.get("verdictDropped").asBoolean()).isTrue();
    }
  }

  private static Fingerprint fingerprint(JsonNode answer) {
    return Fingerprint.parse(answer.get("fingerprint").asString(), 256);
  }

  private static void patch(FreshService service, String id, String change) {
    service
        .http()
        .send("PATCH", "/documents/" + id, Map.of("Content-Type", RunningService.JSON), change);
  }

  @Test
  void theDefaultCollectionKeepsItsProfile(CapturedOutput output) {
    try (FreshService service = FreshService.startIn(data)) {
      service.http().put("/documents/kept-1", "{\"text\":\"%s\"}".formatted(Texts.of(1)));
    }
    try (FreshService service = FreshService.startIn(data, "--neardup.profile=paper-v1")) {
      RunningService http = service.http();
      assertThat(output).contains("keeps it; neardup.profile=paper-v1 counts for new");
      assertThat(lookup(http, 1).at("/query/profile").asString()).isEqualTo("simhash-256-v1");
      assertThat(lookup(http, 1).at("/matches/0/id").asString()).isEqualTo("kept-1");
      assertThat(http.post("/fingerprint", "{\"text\":\"a\"}").text("/profile"))
          .isEqualTo("paper-v1");
    }
  }

  @Test
  @SingleProcess("a collection that cannot be read at the start")
  void aCollectionWithAChangedProfileIsQuarantined(CapturedOutput output) {
    String own = "--neardup.profiles.own-v1.shingles=";
    String document = "{\"text\":\"%s\"}".formatted(Texts.of(1));
    try (FreshService service = FreshService.startIn(data, own + 2)) {
      service.http().put("/collections/own", "{\"profile\":\"own-v1\"}");
    }
    try (FreshService service = FreshService.startIn(data, own + 3)) {
      service.http().put("/documents/kept?collection=own", document);
      service.http().put("/documents/other", document);
    }
    try (FreshService service = FreshService.startIn(data, own + 2)) {
      RunningService http = service.http();
      assertThat(output)
          .contains("The collection 'own' cannot be used. Its profile 'own-v1' makes other");
      http.get("/actuator/health/readiness").require(200);
      assertThat(lookup(http, 1).at("/matches/0/id").asString()).isEqualTo("other");
      requireQuarantined(http.get("/documents/kept?collection=own"));
      requireQuarantined(http.get("/collections/own"));
      requireQuarantined(http.put("/documents/new?collection=own", document));
      requireQuarantined(http.post("/duplicates?collection=own", document));
      requireQuarantined(http.put("/collections/own", "{}"));
      requireQuarantined(http.post("/collections/own/jobs", "{\"kind\":\"pairs\"}"));
      JsonNode quarantined = http.get("/collections").json().at("/quarantined/0");
      assertThat(quarantined.get("name").asString()).isEqualTo("own");
      assertThat(quarantined.get("reason").asString()).contains("'own-v1' makes other");
      assertThat(quarantined.get("remedy").asString()).contains("Put the profile back");
      assertThat(http.get("/changes").body()).contains("\"id\":\"kept\"");
    }
    try (FreshService service = FreshService.startIn(data, own + 3)) {
      service.http().get("/documents/kept?collection=own").require(200);
      assertThat(service.http().get("/collections").json().has("quarantined")).isFalse();
    }
  }

  private static void requireQuarantined(RunningService.Answer answer) {
    answer.require(503);
    assertThat(answer.text("/type")).isEqualTo("urn:neardup:problem:quarantined");
    assertThat(answer.text("/detail")).contains("'own'", "Put the profile back");
  }

  @Test
  @SingleProcess("a collection that cannot be read at the start")
  void aCollectionWithoutItsProfileCanOnlyBeDeleted(CapturedOutput output) {
    try (FreshService service = FreshService.startIn(data, "--neardup.profiles.own-v1.bits=128")) {
      service.http().put("/collections/own", "{\"profile\":\"own-v1\"}");
    }
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      assertThat(output)
          .contains("Its profile 'own-v1' is neither built in nor configured", "or delete the");
      http.get("/collections/own").require(503);
      http.delete("/collections/own").require(204);
      http.put("/collections/own", "{}").require(201);
      assertThat(http.get("/collections").json().has("quarantined")).isFalse();
    }
  }

  @Test
  void secondServiceIsRefusedAndTheFirstNamed(CapturedOutput output) {
    try (FreshService first = FreshService.startIn(data)) {
      first.http().get("/actuator/health/readiness").require(200);
      assertThatThrownBy(() -> FreshService.startIn(data)).isInstanceOf(RuntimeException.class);
    }
    assertThat(output)
        .contains("APPLICATION FAILED TO START", "is in use by", "another neardup.data-dir");
  }

  @Test
  void invalidDirectoryPreventsTheStart(CapturedOutput output) throws IOException {
    Path file = Files.writeString(data.resolve("file"), "not a directory");
    assertThatThrownBy(() -> FreshService.startIn(file)).isInstanceOf(RuntimeException.class);
    assertThat(output).contains("APPLICATION FAILED TO START", "neardup.data-dir", "is a file");
  }

  private static List<JsonNode> documents(RunningService http) {
    Map<String, String> named = Map.of("X-Request-Id", "the-same");
    return IntStream.range(0, 20)
        .mapToObj(i -> http.send("GET", "/documents/kept-" + i, named, "").json())
        .toList();
  }

  private static JsonNode lookup(RunningService http, int text) {
    return http.post("/duplicates", "{\"text\":\"%s\"}".formatted(Texts.of(text))).json();
  }
}
