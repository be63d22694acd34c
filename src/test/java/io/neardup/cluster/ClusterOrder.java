package io.neardup.cluster;

import static io.neardup.cluster.ClusterTests.at;
import static io.neardup.cluster.ThreeInstances.json;
import static io.neardup.cluster.ThreeInstances.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.store.codec.BinaryWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The order of the lines of a stream, and of the changes of a cluster.
abstract class ClusterOrder {

  @Test
  void theDeletionOfACollectionIsListedBeforeTheDocumentsOfTheNextOne() {
    at(0).put("/collections/dropped", "{}").require(201);
    at(0).put("/documents/old?collection=dropped", json(text(1), "")).require(201);
    String cursor = end(at(0).get("/changes?after=end"));
    at(1).delete("/collections/dropped").require(204);
    for (int i = 0; i < 3; i++) {
      RunningService http = at(i);
      Eventually.await().untilAsserted(() -> http.get("/collections/dropped").require(404));
    }
    at(2).put("/collections/dropped", "{}").require(201);
    for (int i = 0; i < 20; i++) {
      at(i).put("/documents/new" + i + "?collection=dropped", json(text(i), "")).require(201);
    }
    for (int instance = 0; instance < 3; instance++) {
      List<String> changes = new ArrayList<>();
      String after = cursor;
      boolean more = true;
      while (more) {
        List<JsonNode> page = at(instance).get("/changes?limit=5&after=" + after).lines();
        for (JsonNode line : page) {
          if (line.at("/collection").asString("").equals("dropped")) {
            changes.add(line.at("/change").asString() + " " + line.at("/id").asString(""));
          }
        }
        after = page.getLast().at("/cursor").asString();
        more = page.getLast().at("/truncated").asBoolean();
      }
      assertThat(changes).hasSize(21).first().isEqualTo("drop ");
      assertThat(changes).doesNotContain("put old").contains("put new0", "put new19");
    }
  }

  @Test
  void aWaitEndsWithAWriteOrADeletionThroughAnotherInstance() {
    at(0).put("/collections/awaited", "{}").require(201);
    String cursor = end(at(0).get("/changes?after=end"));
    CompletableFuture<Answer> write = waitAfter(cursor);
    at(1).put("/documents/a?collection=awaited", json(text(1), "")).require(201);
    List<JsonNode> written = write.join().lines();
    assertThat(written.getFirst().at("/id").asString()).isEqualTo("a");
    CompletableFuture<Answer> deletion = waitAfter(written.getLast().at("/cursor").asString());
    at(1).delete("/collections/awaited").require(204);
    assertThat(deletion.join().lines().getFirst().at("/change").asString()).isEqualTo("drop");
  }

  private static CompletableFuture<Answer> waitAfter(String cursor) {
    return CompletableFuture.supplyAsync(() -> at(0).get("/changes?wait=60&after=" + cursor));
  }

  @Test
  void cursorsOfOtherLogsAndOldCursorsAreRefused() {
    at(0)
        .get("/changes?after=00000000-0-0")
        .requireProblem("410 gone", null, "does not belong to this cluster");
    at(0).get("/changes?after=" + cursor(0, 0)).requireProblem("410 gone", null, "168 hours");
    at(0)
        .get("/changes?after=" + cursor(Instant.now().getEpochSecond(), 1_000_000))
        .requireProblem("410 gone", null, "does not belong to this cluster");
  }

  /// A cursor as pages return it.
  private static String cursor(long time, long offset) {
    BinaryWriter out = new BinaryWriter(64).octet(3).varint(time).varint(0);
    for (long each : new long[] {offset, 0}) { // offsets, then epochs
      for (int partition = 0; partition < 24; partition++) {
        out.varint(each);
      }
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toBytes());
  }

  private static String end(Answer changes) {
    return changes.require(200).lines().getLast().at("/cursor").asString();
  }

  @Test
  void linesOfOneIdAreStoredInOrder() {
    at(0).put("/collections/lines", "{\"storeText\": true}").require(201);
    String lines =
        IntStream.range(0, 600)
            .mapToObj(i -> json(text(i), ", \"id\": \"l" + i % 20 + "\""))
            .collect(Collectors.joining("\n"));
    List<JsonNode> answers =
        at(1).postLines("/documents?collection=lines&limit=0", lines).require(200).lines();
    for (int i = 0; i < 600; i++) {
      assertThat(answers.get(i).at("/version").asInt()).as("line %d", i).isEqualTo(i / 20 + 1);
    }
    for (int i = 580; i < 600; i++) {
      assertThat(at(2).get("/documents/l" + i % 20 + "?collection=lines").text("/text"))
          .isEqualTo(text(i));
    }
  }

  @Test
  void theFirstOfNearDuplicateLinesIsStored() {
    for (int instance = 0; instance < 3; instance++) {
      String collection = "first-" + instance;
      at(0).put("/collections/" + collection, "{}").require(201);
      String lines =
          IntStream.range(0, 400)
              .mapToObj(i -> json(text(2_000 + i % 10) + " n" + i, ", \"id\": \"f" + i + "\""))
              .collect(Collectors.joining("\n"));
      List<JsonNode> answers =
          at(instance)
              .postLines("/documents?onDuplicate=skip&collection=" + collection, lines)
              .require(200)
              .lines();
      for (int i = 0; i < 400; i++) {
        assertThat(answers.get(i).at("/outcome").asString())
            .as("line %d at instance %d: %s", i, instance, answers.get(i))
            .isEqualTo(i < 10 ? "added" : "skipped");
      }
    }
  }
}
