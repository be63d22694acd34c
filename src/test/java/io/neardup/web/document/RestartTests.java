package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import io.neardup.web.Texts;
import io.neardup.web.job.JobClient;
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

  private static final String CAFE =
      """
      {"text": "Le cafe de la place sera ferme a partir de lundi pour des travaux de renovation; \
      les eleves dejeunent a la bibliotheque."}\
      """;

  @TempDir private Path data;

  /// The second start has another default profile, which counts for new collections alone.
  @Test
  void documentsVerdictsAndProfilesSurviveRestarts(CapturedOutput output) {
    List<JsonNode> before;
    JsonNode found;
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      for (int i = 0; i < 20; i++) {
        http.put(
            "/documents/kept-" + i,
            "{\"text\":\"%s\",\"metadata\":{\"i\":%d}}".formatted(Texts.of(i), i));
      }
      http.put("/documents/kept-1", text(101));
      http.delete("/documents/kept-2");
      before = documents(http);
      found = lookup(http, 3).get("matches");
      storeVerdicts(http);
      storeAJudgedText(http);
      assertThatThrownBy(() -> FreshService.startIn(data)).isInstanceOf(RuntimeException.class);
      assertThat(output)
          .contains("APPLICATION FAILED TO START", "is in use by", "another neardup.data-dir");
    }
    try (FreshService service = FreshService.startIn(data, "--neardup.profile=paper-v1")) {
      RunningService http = service.http();
      assertThat(documents(http)).isEqualTo(before);
      assertThat(lookup(http, 3).get("matches")).isEqualTo(found).isNotEmpty();
      assertThat(lookup(http, 1).get("matches")).isEmpty();
      assertThat(lookup(http, 101).at("/matches/0/id").asString()).isEqualTo("kept-1");
      assertThat(lookup(http, 2).get("matches")).isEmpty();
      JsonNode again = http.put("/documents/kept-1", text(1)).json();
      assertThat(again.get("version").asInt()).isEqualTo(3);
      assertThat(lookup(http, 101).get("matches")).isEmpty();
      assertThat(output).contains("keeps it; neardup.profile=paper-v1 counts for new");
      assertThat(lookup(http, 1).at("/query/profile").asString()).isEqualTo("simhash-256-v1");
      assertThat(http.post("/fingerprint", "{\"text\":\"a\"}").text("/profile"))
          .isEqualTo("paper-v1");
      verdictsHold(http);
      theJudgedTextIsKnown(http);
    }
    try (FreshService service = FreshService.startIn(data)) {
      JsonNode document = service.http().get("/documents/a?collection=judged").json();
      assertThat(document.get("verdictDropped").asBoolean()).isTrue();
    }
  }

  private static void storeVerdicts(RunningService http) {
    http.put("/collections/verdicts", "{}").require(201);
    http.put("/documents/a?collection=verdicts", text(1)).require(201);
    http.put("/documents/b?collection=verdicts", text(2)).require(201);
    http.patch("/documents/a?collection=verdicts", "{\"allowed\":true}").require(200);
    http.patch("/documents/b?collection=verdicts", "{\"enabled\":false}").require(200);
  }

  private static void verdictsHold(RunningService http) {
    String copied = text(1).replaceFirst("\\{", "{\"onDuplicate\":\"skip\",");
    for (int i = 0; i < 2; i++) {
      JsonNode copy = http.post("/documents?collection=verdicts", copied).json();
      assertThat(copy.get("allowedBy").asString()).isEqualTo("a");
      assertThat(copy.get("outcome").asString()).isEqualTo("added");
    }
    http.put("/documents/b?collection=verdicts", text(2));
    assertThat(http.get("/documents/b?collection=verdicts").json().get("enabled").asBoolean())
        .isFalse();
    String lookups = "/duplicates?collection=verdicts";
    assertThat(http.post(lookups, text(2)).json().get("matches")).isEmpty();
    http.patch("/documents/a?collection=verdicts", "{\"allowed\":false}").require(200);
    assertThat(http.post(lookups, text(1)).json().get("matches")).hasSize(3);
  }

  private static void storeAJudgedText(RunningService http) {
    http.put("/collections/judged", "{\"maxDistance\":40}").require(201);
    http.put("/documents/a?collection=judged", text(1)).require(201);
    http.patch("/documents/a?collection=judged", "{\"allowed\":true}").require(200);
    http.put("/documents/a?collection=judged", edited(10)).require(200);
  }

  private static void theJudgedTextIsKnown(RunningService http) {
    String path = "/documents/a?collection=judged";
    assertThat(http.get(path).json().get("allowed").asBoolean()).isTrue();
    JsonNode near = http.put(path, edited(10)).json();
    assertThat(near.has("verdictDropped")).isFalse();
    JsonNode far = http.put(path, edited(20)).json();
    assertThat(fingerprint(far).distance(fingerprint(near))).isLessThanOrEqualTo(40);
    assertThat(far.get("verdictDropped").asBoolean()).isTrue();
  }

  private static Fingerprint fingerprint(JsonNode answer) {
    return Fingerprint.parse(answer.get("fingerprint").asString(), 256);
  }

  private static String text(int number) {
    return "{\"text\":\"%s\"}".formatted(Texts.of(number));
  }

  private static String edited(int words) {
    return "{\"text\":\"%s\"}".formatted(Texts.edited(1, words));
  }

  @Test
  void collectionsWithAChangedOrMissingProfileAreQuarantined(
      CapturedOutput output, @TempDir Path folder) throws IOException {
    Path profiles = folder.resolve("profiles.yml");
    String own = "--neardup.profiles-file=" + profiles;
    Files.writeString(profiles, "{own-v1: {shingles: 2}, other-v1: {bits: 128}}");
    try (FreshService service = FreshService.startIn(data, own)) {
      service.http().put("/collections/own", "{\"profile\":\"own-v1\"}").require(201);
      service.http().put("/collections/lost", "{\"profile\":\"other-v1\"}").require(201);
    }
    Files.writeString(profiles, "{own-v1: {shingles: 3}, other-v1: {bits: 128}}");
    try (FreshService service = FreshService.startIn(data, own)) {
      service.http().put("/documents/kept?collection=own", text(1)).require(201);
      service.http().put("/documents/other", text(1)).require(201);
    }
    Files.writeString(profiles, "own-v1: {shingles: 2}");
    try (FreshService service = FreshService.startIn(data, own)) {
      RunningService http = service.http();
      assertThat(output)
          .contains("The collection 'own' cannot be used. Its profile 'own-v1' now makes other")
          .contains("Its profile 'other-v1' is neither built in nor configured", "or delete the");
      http.get("/actuator/health/readiness").require(200);
      assertThat(lookup(http, 1).at("/matches/0/id").asString()).isEqualTo("other");
      requireQuarantined(http.get("/documents/kept?collection=own"));
      requireQuarantined(http.get("/collections/own"));
      requireQuarantined(http.put("/documents/new?collection=own", text(1)));
      requireQuarantined(http.post("/duplicates?collection=own", text(1)));
      requireQuarantined(http.put("/collections/own", "{}"));
      requireQuarantined(http.post("/collections/own/jobs", "{\"kind\":\"pairs\"}"));
      assertThat(http.get("/changes").body()).contains("\"id\":\"kept\"");
      http.get("/collections/lost").require(503);
      http.delete("/collections/lost").require(204);
      http.put("/collections/lost", "{}").require(201);
      JsonNode quarantined = http.get("/collections").json().get("quarantined");
      assertThat(quarantined).hasSize(1);
      assertThat(quarantined.at("/0/name").asString()).isEqualTo("own");
      assertThat(quarantined.at("/0/reason").asString()).contains("'own-v1' now makes other");
      assertThat(quarantined.at("/0/remedy").asString()).contains("Put the profile back");
    }
    Files.writeString(profiles, "own-v1: {shingles: 3}");
    try (FreshService service = FreshService.startIn(data, own)) {
      service.http().get("/documents/kept?collection=own").require(200);
      assertThat(service.http().get("/collections").json().has("quarantined")).isFalse();
    }
  }

  private static void requireQuarantined(RunningService.Answer answer) {
    answer.require(503);
    assertThat(answer.text("/type")).isEqualTo("urn:neardup:problem:quarantined");
    assertThat(answer.text("/detail")).contains("'own'", "Put the profile back");
  }

  /// The samples of the profiles are those of a version that made other fingerprints: of `default`
  /// and of `notes`, whose texts `notes-texts` has with a profile that has not changed.
  @Test
  void fingerprintsOfAFormerVersionOfAProfileAreNotCompared() throws IOException {
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      http.put("/documents/old", CAFE).require(201);
      http.put("/collections/notes", "{\"storeText\":true}").require(201);
      http.put("/documents/cafe?collection=notes", CAFE).require(201);
      http.put("/collections/notes-texts", "{\"profile\":\"paper-v1\",\"storeText\":true}")
          .require(201);
      copy(http, "notes", "notes-texts");
    }
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      store.collections().putSample("default", "00");
      store.collections().putSample("notes", "00");
    }
    try (FreshService service = FreshService.startIn(data)) {
      RunningService http = service.http();
      JsonNode quarantined = http.get("/collections").json().get("quarantined");
      assertThat(quarantined)
          .extracting(collection -> collection.get("name").asString())
          .containsExactly("default", "notes");
      assertThat(quarantined.at("/1/reason").asString())
          .contains("'simhash-256-v1' now makes other");
      assertThat(quarantined.at("/1/remedy").asString())
          .contains("Store its documents again", "'After a change of a built-in profile'");
      assertThat(Files.readString(Path.of("docs/storage.md")))
          .contains("# After a change of a built-in profile");
      http.post("/duplicates?collection=notes", CAFE).require(503);
      http.delete("/collections/default").require(204);
      http.delete("/collections/notes").require(204);
      http.put("/collections/notes", "{\"storeText\":true}").require(201);
      copy(http, "notes-texts", "notes");
      assertThat(http.post("/duplicates?collection=notes", CAFE).json().at("/matches/0/distance"))
          .hasToString("0");
      assertThat(http.post("/duplicates", CAFE).json().get("matches")).isEmpty();
    }
    try (FreshService service = FreshService.startIn(data)) {
      assertThat(service.http().get("/collections").json().has("quarantined")).isFalse();
      assertThat(service.http().post("/duplicates?collection=notes", CAFE).json().get("matches"))
          .hasSize(1);
    }
  }

  private static void copy(RunningService http, String from, String to) {
    JobClient jobs = new JobClient(http);
    jobs.done(jobs.start(from, "{\"kind\":\"copy\",\"to\":\"" + to + "\"}"));
  }

  private static List<JsonNode> documents(RunningService http) {
    Map<String, String> named = Map.of("X-Request-Id", "the-same");
    return IntStream.range(0, 20)
        .mapToObj(i -> http.send("GET", "/documents/kept-" + i, named, "").json())
        .toList();
  }

  private static JsonNode lookup(RunningService http, int text) {
    return http.post("/duplicates", text(text)).json();
  }
}
