package io.neardup.container;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The first steps of a user: stores a text, finds it with a text that differs only in case and
/// commas, stores many documents, deletes one.
final class Journey {

  private static final String TEXT =
      "Tell the crews on the northern line that the night train will leave half an hour late today";
  private static final String NEAR_TEXT =
      "tell the crews, on the northern line, that the night train will leave half an hour late"
          + " TODAY!";

  private final URI service;
  private final JsonMapper json = new JsonMapper();

  /// A journey to the service at `host` and `port`.
  Journey(String host, int port) {
    this.service = URI.create("http://" + host + ":" + port);
  }

  /// Runs all steps; before and after it, no document with these ids is stored.
  void walk() throws IOException, InterruptedException {
    try (var http = HttpClient.newBuilder().connectTimeout(PATIENCE).build()) {
      storeOne(http);
      findIt(http);
      storeMany(http);
      removeAll(http);
    }
  }

  private void storeOne(HttpClient http) throws IOException, InterruptedException {
    var answer =
        send(
            http,
            "PUT",
            "/documents/night-train",
            "application/json",
            """
            {"text": "%s", "metadata": {"source": "board"}}\
            """
                .formatted(TEXT));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    JsonNode stored = json.readTree(answer.body());
    assertThat(stored.at("/id").asString()).isEqualTo("night-train");
    assertThat(stored.at("/outcome").asString()).isEqualTo("added");
    assertThat(stored.at("/matches")).isEmpty();
  }

  private void findIt(HttpClient http) throws IOException, InterruptedException {
    JsonNode found = lookup(http);
    assertThat(found.at("/truncated").asBoolean(true)).isFalse();
    assertThat(found.at("/matches")).hasSize(1);
    JsonNode match = found.at("/matches/0");
    assertThat(match.at("/id").asString()).isEqualTo("night-train");
    assertThat(match.at("/distance").asInt(-1)).isZero();
    assertThat(match.at("/metadata/source").asString()).isEqualTo("board");
  }

  private void storeMany(HttpClient http) throws IOException, InterruptedException {
    var answer =
        send(
            http,
            "POST",
            "/documents",
            "application/x-ndjson",
            """
            {"id": "night-train-copy", "text": "%s"}
            {"id": "unfinished"
            {"id": "recipe", "text": "Beat four eggs with sugar, fold in the flour, bake until brown"}
            """
                .formatted(NEAR_TEXT));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    List<JsonNode> lines = answer.body().lines().map(json::readTree).toList();
    assertThat(lines).as(answer.body()).hasSize(3);
    assertThat(lines).extracting(line -> line.at("/line").asInt()).containsExactly(1, 2, 3);
    assertThat(lines.get(0).at("/outcome").asString()).isEqualTo("added");
    assertThat(lines.get(0).at("/matches/0/id").asString()).isEqualTo("night-train");
    assertThat(lines.get(1).has("problem")).as(answer.body()).isTrue();
    assertThat(lines.get(2).at("/outcome").asString()).isEqualTo("added");
    assertThat(lines.get(2).at("/matches")).isEmpty();
  }

  private void removeAll(HttpClient http) throws IOException, InterruptedException {
    for (String id : List.of("night-train", "night-train-copy", "recipe")) {
      var answer = send(http, "DELETE", "/documents/" + id, "application/json", "");
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    }
    assertThat(lookup(http).at("/matches")).isEmpty();
  }

  private JsonNode lookup(HttpClient http) throws IOException, InterruptedException {
    String text = URLEncoder.encode(NEAR_TEXT, StandardCharsets.UTF_8);
    var answer = send(http, "GET", "/duplicates?text=" + text, "application/json", "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return json.readTree(answer.body());
  }

  private HttpResponse<String> send(
      HttpClient http, String method, String path, String contentType, String body)
      throws IOException, InterruptedException {
    BodyPublisher publisher =
        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body);
    return http.send(
        HttpRequest.newBuilder(service.resolve(path))
            .header("Content-Type", contentType)
            .timeout(PATIENCE)
            .method(method, publisher)
            .build(),
        BodyHandlers.ofString());
  }
}
