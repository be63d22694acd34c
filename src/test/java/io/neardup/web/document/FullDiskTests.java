package io.neardup.web.document;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.SmallDisk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The answers of the service when the disk is full.
class FullDiskTests {

  /// 100 KB in a few long words, which are fast to fingerprint.
  private static final String LONG = ("text".repeat(250) + " ").repeat(100);

  @TempDir private Path folder;

  @Test
  void writesAreRefusedUntilSpaceIsFreeAndLookupsContinue() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder)) {
      Path filler = disk.fill();
      List<String> stored = new ArrayList<>();
      try (FreshService service = FreshService.startIn(folder.resolve("data"))) {
        RunningService http = service.http();
        http.put("/collections/full", "{\"storeText\":true}");
        Answer refused = storeUntilRefused(http, stored);
        refused.require(503);
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(refused.text("/detail"))
            .contains("The disk under", "make room and send it again");
        assertThat(stored).isNotEmpty();
        assertThat(storeStatus(http)).isEqualTo("LIMITED");
        assertThat(
                Scrape.of(http.get("/actuator/prometheus").body())
                    .sum("neardup_store_sync_failures_total"))
            .isPositive();
        http.get("/duplicates?collection=full&id=" + stored.getFirst()).require(200);
        List<JsonNode> lines =
            http.postLines("/documents?collection=full", body("x") + body("y")).lines();
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst().at("/problem/status").asInt()).isEqualTo(503);
        assertThat(lines.getFirst().at("/problem/detail").asString())
            .contains("the stream ends here: send this line and those after it again");
        http.get("/documents/x?collection=full").require(404);
        Files.delete(filler);
        storeOnceThereIsRoom(http);
        assertThat(storeStatus(http)).isEqualTo("UP");
        stored.add("after");
        assertThat(stored).allSatisfy(id -> assertStored(http, id));
      }
      try (FreshService service = FreshService.startIn(folder.resolve("data"))) {
        assertThat(stored).allSatisfy(id -> assertStored(service.http(), id));
      }
    }
  }

  private static String storeStatus(RunningService http) {
    return http.get("/actuator/health/readiness").text("/components/store/status");
  }

  private static Answer storeUntilRefused(RunningService http, List<String> stored) {
    while (true) {
      String id = "id" + stored.size();
      Answer answer = http.post("/documents?collection=full", body(id));
      if (answer.status() != 201) {
        return answer;
      }
      stored.add(id);
    }
  }

  /// RocksDB checks for free space every few seconds.
  private static void storeOnceThereIsRoom(RunningService http) {
    await().until(() -> http.post("/documents?collection=full", body("after")).status() == 201);
  }

  private static void assertStored(RunningService http, String id) {
    JsonNode document = http.get("/documents/" + id + "?collection=full").json();
    assertThat(document.path("text").asString()).isEqualTo(id + " " + LONG);
  }

  private static String body(String id) {
    return "{\"id\":\"%s\",\"text\":\"%s %s\"}\n".formatted(id, id, LONG);
  }
}
