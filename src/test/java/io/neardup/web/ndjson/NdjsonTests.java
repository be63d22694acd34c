package io.neardup.web.ndjson;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Streams with one request per line are answered line by line, for any lines and any speed of the
/// client.
@HttpTest
class NdjsonTests {

  @Autowired private RunningService service;

  @Test
  void everyLineIsAnsweredInOrderWithItsNumber() {
    String lines =
        """
        {"id":"one","text":"a"}

        {"ref":"three","text":"b"}
        \t\s
        not json
        {"id":"six","ref":"6","text":"c"}
        {"text":"d"}
        """;
    Answer answer = service.postLines("/fingerprint", lines);
    answer.require(200);
    assertThat(answer.header("Content-Type")).isEqualTo("application/x-ndjson");
    assertThat(answer.body()).endsWith("\n");
    List<JsonNode> answers = answer.lines();
    assertThat(numbers(answers)).containsExactly(1, 3, 5, 6, 7);
    assertThat(answers.get(0).get("id").asString()).isEqualTo("one");
    assertThat(answers.get(0).has("ref")).isFalse();
    assertThat(answers.get(1).get("ref").asString()).isEqualTo("three");
    assertThat(answers.get(2).get("problem").get("status").asInt()).isEqualTo(400);
    assertThat(answers.get(3).get("id").asString()).isEqualTo("six");
    assertThat(answers.get(3).get("ref").asString()).isEqualTo("6");
    assertThat(answers.get(4).has("id")).isFalse();
  }

  @Test
  void aLineIsAnsweredLikeARequest() {
    for (String path : List.of("/fingerprint", "/duplicates")) {
      for (String json :
          List.of(
              "{\"text\":\"看见飞碟 and more\"}",
              "{\"tokens\":[\"a\",\"b\"]}",
              "{\"features\":[{\"feature\":\"a\",\"weight\":0.5}]}",
              "{\"text\":\"a\",\"html\":\"b\"}")) {
        JsonNode alone = service.post(path, json).json();
        JsonNode line = service.postLines(path, json).lines().getFirst();
        if (alone.has("type")) {
          assertThat(alone.asObject().remove("requestId")).isNotNull(); // only in single problems
          assertThat(line.get("problem")).isEqualTo(alone);
        } else {
          line.asObject().remove("line");
          assertThat(line).isEqualTo(alone);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/fingerprint", "/documents", "/duplicates"})
  void problemRepeatsIdAndRefOfItsLine(String path) {
    String lines =
        """
        {"id":"a","ref":"1"}
        {"ref":"2","id":"b","html":"b","tokens":[]}
        """;
    List<JsonNode> answers = service.postLines(path, lines).lines();
    for (int i = 0; i < 2; i++) {
      JsonNode answer = answers.get(i);
      if (path.equals("/duplicates") && i == 0) {
        assertThat(answer.get("problem").get("status").asInt()).isEqualTo(404);
      }
      assertThat(answer.has("problem")).isTrue();
      assertThat(answer.path("ref").asString()).as("%s", answer).isEqualTo("" + (i + 1));
      assertThat(answer.path("id").asString()).as("%s", answer).isEqualTo(i == 0 ? "a" : "b");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"a\",\"ref\":\"1\",\"txt\":\"b\"}",
        "{\"id\":\"a\",\"ref\":\"1\",\"text\":5}",
        "{\"txt\":\"b\",\"id\":\"a\",\"ref\":\"1\"}",
      })
  void problemRepeatsIdAndRefOfAnInvalidLine(String line) {
    JsonNode answer = service.postLines("/documents", line).lines().getFirst();
    assertThat(answer.has("problem")).isTrue();
    assertThat(answer.path("ref").asString()).as("%s", answer).isEqualTo("1");
    assertThat(answer.path("id").asString()).as("%s", answer).isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "\r\n\r\n", " \n\t"})
  void emptyStreamHasAnEmptyAnswer(String lines) {
    for (String path : List.of("/fingerprint", "/documents", "/duplicates")) {
      Answer answer = service.postLines(path, lines);
      answer.require(200);
      assertThat(answer.header("Content-Type")).isEqualTo("application/x-ndjson");
      assertThat(answer.body()).isEmpty();
    }
  }

  @Test
  void tooLongLinesAreSkipped() {
    String tooLong = "{\"text\":\"" + "x ".repeat(9_000_000) + "\"}";
    List<JsonNode> answers =
        service
            .postLines(
                "/fingerprint", "{\"text\":\"a\"}\n" + tooLong + "\n{\"text\":\"b\"}\n" + tooLong)
            .lines();
    assertThat(numbers(answers)).containsExactly(1, 2, 3, 4);
    assertThat(answers.get(0).has("fingerprint")).isTrue();
    assertThat(answers.get(2).has("fingerprint")).isTrue();
    for (int line : List.of(1, 3)) {
      JsonNode problem = answers.get(line).get("problem");
      assertThat(problem.get("type").asString()).isEqualTo("urn:neardup:problem:too-large");
      assertThat(problem.get("status").asInt()).isEqualTo(413);
      assertThat(problem.get("detail").asString()).contains("16777216 bytes a line");
    }
  }

  @Test
  void acceptsLongLines() {
    String text = "看 ".repeat(2_000_000);
    List<JsonNode> answers =
        service
            .postLines("/fingerprint", "{\"text\":\"" + text + "\"}\n{\"text\":\"b\"}\n")
            .lines();
    assertThat(numbers(answers)).containsExactly(1, 2);
    assertThat(answers).allMatch(answer -> answer.has("fingerprint"));
  }

  @Test
  void manySmallLinesAreAnswered() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      lines.append("{\"ref\":\"").append(i).append("\",\"text\":\"a\"}\n");
    }
    List<JsonNode> answers = service.postLines("/fingerprint", lines.toString()).lines();
    assertThat(answers).hasSize(20_000);
    for (int i = 0; i < 20_000; i++) {
      assertThat(answers.get(i).get("line").asInt()).isEqualTo(i + 1);
      assertThat(answers.get(i).get("ref").asString()).isEqualTo("" + i);
    }
  }

  @Test
  void clientThatReadsAfterSendingGetsEveryAnswer() throws Exception {
    int count = 5_000;
    int documents = 20; // each is stored repeatedly, so that answers are long
    String text = Texts.of(200).substring(0, 100);
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(64 * 1024);
      service.connect(socket);
      OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 64 * 1024);
      begin(out, "/documents");
      for (int i = 0; i < count; i++) {
        chunk(
            out,
            "{\"id\":\"patient-%d\",\"ref\":\"%d\",\"text\":\"%s\"}\n"
                .formatted(i % documents, i, text));
      }
      end(out);
      List<JsonNode> answers = readAnswers(socket);
      assertThat(answers).hasSize(count);
      for (int i = 0; i < count; i++) {
        assertThat(answers.get(i).get("line").asInt()).isEqualTo(i + 1);
        assertThat(answers.get(i).get("ref").asString()).isEqualTo("" + i);
        assertThat(answers.get(i).get("version").asInt()).isEqualTo(i / documents + 1);
      }
    }
  }

  @Test
  void clientThatWaitsForEachAnswerGetsItImmediately() throws Exception {
    try (Socket socket = service.connect()) {
      OutputStream out = socket.getOutputStream();
      begin(out, "/documents?onDuplicate=skip");
      chunk(out, "{\"id\":\"talk-1\",\"text\":\"%s\"}\n".formatted(Texts.of(201)));
      BufferedReader in = reader(socket);
      skipHead(in);
      assertThat(readChunk(in).get("outcome").asString()).isEqualTo("added");
      chunk(out, "{\"id\":\"talk-2\",\"text\":\"%s\"}\n".formatted(Texts.of(201)));
      JsonNode second = readChunk(in);
      assertThat(second.get("outcome").asString()).isEqualTo("skipped");
      assertThat(second.get("matches").get(0).get("id").asString()).isEqualTo("talk-1");
      chunk(out, "{\"text\"");
      chunk(out, ":\"in two parts\"}\n{\"text\":");
      assertThat(readChunk(in).get("line").asInt()).isEqualTo(3);
      chunk(out, "\"\"}");
      end(out);
      assertThat(readChunk(in).get("line").asInt()).isEqualTo(4);
      assertThat(in.readLine()).isEqualTo("0");
    }
  }

  @Test
  void aStreamDoesNotContinueInACollectionThatIsCreatedAgain() throws Exception {
    service.put("/collections/again", "{}").require(201);
    try (Socket socket = service.connect()) {
      OutputStream out = socket.getOutputStream();
      begin(out, "/documents?collection=again");
      String line = "{\"id\":\"%s\",\"text\":\"a b c\"}\n";
      chunk(out, line.formatted("before"));
      BufferedReader in = reader(socket);
      skipHead(in);
      assertThat(readChunk(in).get("outcome").asString()).isEqualTo("added");
      service.delete("/collections/again").require(204);
      service.put("/collections/again", "{\"profile\":\"paper-v1\"}").require(201);
      chunk(out, line.formatted("after"));
      JsonNode refused = readChunk(in).get("problem");
      assertThat(refused.get("status").asInt()).isEqualTo(409);
      assertThat(refused.get("detail").asString())
          .contains("'again' was deleted and created again");
      end(out);
    }
    assertThat(service.get("/documents?collection=again").json().get("documents")).isEmpty();
    service.postLines("/documents?collection=again", "{\"text\":\"a b c\"}").lines().getFirst();
    assertThat(service.get("/documents?collection=again").json().get("documents")).hasSize(1);
    service.delete("/collections/again").require(204);
  }

  @Test
  void storedDocumentsStayAfterADisconnect() throws Exception {
    for (int times = 0; times < 5; times++) {
      try (Socket socket = service.connect()) {
        OutputStream out = socket.getOutputStream();
        begin(out, "/documents");
        chunk(
            out, "{\"id\":\"left-%d\",\"text\":\"%s\"}\n".formatted(times, Texts.of(210 + times)));
        BufferedReader in = reader(socket);
        skipHead(in);
        assertThat(readChunk(in).get("outcome").asString()).isEqualTo("added");
        chunk(out, "{\"id\":\"half-%d\",\"text\":\"".formatted(times));
        socket.setSoLinger(true, 0); // closes with a reset
      }
    }
    for (int times = 0; times < 5; times++) {
      service.get("/documents/left-" + times).require(200);
      service.get("/documents/half-" + times).require(404);
    }
    requireHealthy();
  }

  @Test
  void disconnectDuringTheAnswerDoesNoHarm() throws Exception {
    for (int times = 0; times < 3; times++) {
      try (Socket socket = service.connect()) {
        OutputStream out = new BufferedOutputStream(socket.getOutputStream(), 64 * 1024);
        begin(out, "/fingerprint");
        for (int i = 0; i < 1_000; i++) {
          chunk(out, "{\"explain\":true,\"text\":\"%s\"}\n".formatted(Texts.of(220)));
        }
        out.flush();
        skipHead(reader(socket));
        socket.setSoLinger(true, 0);
      }
    }
    requireHealthy();
    assertThat(service.postLines("/fingerprint", "{\"text\":\"a\"}\n").lines()).hasSize(1);
  }

  @Test
  void streamsRunConcurrently() throws Exception {
    List<String> texts = IntStream.range(230, 240).mapToObj(Texts::of).toList();
    List<Callable<List<JsonNode>>> streams = new ArrayList<>();
    for (int stream = 0; stream < 3; stream++) {
      StringBuilder lines = new StringBuilder();
      for (int i = 0; i < 1_000; i++) {
        lines.append(
            "{\"ref\":\"%d-%d\",\"id\":\"side-%d\",\"text\":\"%s\"}\n"
                .formatted(stream, i, i % 10, texts.get(i % 10)));
      }
      String body = lines.toString();
      streams.add(() -> service.postLines("/documents?onDuplicate=skip", body).lines());
    }
    List<List<JsonNode>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (Future<List<JsonNode>> stream : threads.invokeAll(streams)) {
        answers.add(stream.get());
      }
    }
    for (int stream = 0; stream < 3; stream++) {
      assertThat(answers.get(stream)).hasSize(1_000);
      for (int i = 0; i < 1_000; i++) {
        JsonNode answer = answers.get(stream).get(i);
        assertThat(answer.get("line").asInt()).isEqualTo(i + 1);
        assertThat(answer.get("ref").asString()).isEqualTo(stream + "-" + i);
        assertThat(answer.get("outcome").asString()).isIn("added", "replaced");
      }
    }
    assertThat(
            answers.stream()
                .flatMap(List::stream)
                .filter(answer -> answer.get("outcome").asString().equals("added")))
        .hasSize(10);
  }

  @Test
  void mediaTypesMayHaveParametersAndAnyCase() {
    for (String type :
        List.of(
            "application/x-ndjson; charset=utf-8",
            "Application/X-NDJSON",
            "application/x-ndjson")) {
      Answer answer =
          service.send(
              "POST",
              "/fingerprint",
              Map.of("Content-Type", type, "Accept", "application/x-ndjson"),
              "{\"text\":\"a\"}\n".repeat(3));
      assertThat(answer.status()).as(type).isEqualTo(200);
      assertThat(answer.lines()).hasSize(3);
    }
    String large = "{\"text\":\"" + "x".repeat(999) + "\"}\n";
    Answer stream =
        service.send(
            "POST",
            "/fingerprint",
            Map.of("Content-Type", "Application/X-NDJSON"),
            large.repeat(20_000));
    assertThat(stream.status()).as("a stream longer than the limit of bodies").isEqualTo(200);
    assertThat(stream.lines()).hasSize(20_000);
  }

  private void requireHealthy() {
    assertThat(service.get("/actuator/health").text("/status")).isEqualTo("UP");
    service.get("/duplicates?text=a").require(200);
  }

  private static List<Integer> numbers(List<JsonNode> answers) {
    return answers.stream().map(answer -> answer.get("line").asInt()).toList();
  }

  private static void begin(OutputStream out, String path) throws IOException {
    String head =
        "POST "
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n";
    out.write(head.getBytes(StandardCharsets.US_ASCII));
  }

  private static void chunk(OutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    out.write(bytes);
    out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private static void end(OutputStream out) throws IOException {
    out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /// One character per byte, so that the lengths of chunks count characters.
  private static BufferedReader reader(Socket socket) throws IOException {
    return new BufferedReader(
        new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  private static void skipHead(BufferedReader in) throws IOException {
    assertThat(in.readLine()).startsWith("HTTP/1.1 200");
    while (!in.readLine().isEmpty()) {
      // The rest of the head.
    }
  }

  /// An answer that arrived in a separate chunk.
  private static JsonNode readChunk(BufferedReader in) throws IOException {
    return Json.read(nextChunk(in));
  }

  private static String nextChunk(BufferedReader in) throws IOException {
    int length = Integer.parseInt(in.readLine(), 16);
    char[] chars = new char[length];
    for (int read = 0; read < length; ) {
      int count = in.read(chars, read, length - read);
      assertThat(count).as("characters of a chunk").isPositive();
      read += count;
    }
    assertThat(in.readLine()).isEmpty();
    return new String(chars);
  }

  private static List<JsonNode> readAnswers(Socket socket) throws IOException {
    BufferedReader in = reader(socket);
    skipHead(in);
    StringBuilder body = new StringBuilder();
    for (String part = nextChunk(in); !part.isEmpty(); part = nextChunk(in)) {
      body.append(part);
    }
    return body.toString().lines().map(Json::read).toList();
  }
}
