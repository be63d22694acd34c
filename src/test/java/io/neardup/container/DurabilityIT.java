package io.neardup.container;

import static io.neardup.Eventually.PATIENCE;
import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The container is killed while documents are stored, and started again: the volume has all
/// acknowledged documents.
@NeedsContainers
class DurabilityIT {

  private static final String PROJECT = "neardup-it-" + UUID.randomUUID();
  private static final int KILLS = Integer.getInteger("tests.kills", 2);

  private static int port;

  @BeforeAll
  static void choosePort() {
    port = FreePort.find();
  }

  @AfterAll
  static void down() {
    compose("down", "--volumes", "--rmi", "local");
  }

  @Test
  void acknowledgedWritesSurviveTheContainer() throws Exception {
    List<String> acknowledged = new ArrayList<>();
    for (int kill = 0; kill < KILLS; kill++) {
      compose("up", "--detach", "--wait", "--wait-timeout", "300");
      check(acknowledged);
      AtomicInteger next = new AtomicInteger();
      String ids = "kill-" + kill + "-";
      Thread writer = Thread.ofPlatform().start(() -> store(ids, next, acknowledged));
      await().until(() -> next.get() >= 50);
      compose("kill", "--signal", "KILL", "neardup");
      writer.join();
      if (kill % 2 == 0) {
        compose("down"); // removes the container, but not the volume
      }
    }
    compose("up", "--detach", "--wait", "--wait-timeout", "300");
    check(acknowledged);
    assertThat(acknowledged).hasSizeGreaterThanOrEqualTo(50 * KILLS);
  }

  /// Stores documents until the service stops answering.
  private static void store(String ids, AtomicInteger next, List<String> acknowledged) {
    try (HttpClient http = HttpClient.newHttpClient()) {
      while (true) {
        String id = ids + next.get();
        String body = "{\"text\":\"the text of document %s, and some more words\"}".formatted(id);
        if (send(http, "PUT", "/documents/" + id, body).statusCode() != 201) {
          return;
        }
        acknowledged.add(id);
        next.incrementAndGet();
      }
    } catch (IOException killed) {
      // A request in progress may be stored or not.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void check(List<String> acknowledged) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (String id : acknowledged) {
        assertThat(send(http, "GET", "/documents/" + id, "").statusCode()).as(id).isEqualTo(200);
      }
    }
  }

  private static HttpResponse<String> send(HttpClient http, String method, String path, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", "application/json")
            .timeout(PATIENCE)
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  private static String compose(String... arguments) {
    List<String> all = new ArrayList<>(List.of("compose", "--project-name", PROJECT));
    all.addAll(List.of(arguments));
    return Docker.run(Map.of("NEARDUP_PORT", Integer.toString(port)), all.toArray(String[]::new));
  }
}
