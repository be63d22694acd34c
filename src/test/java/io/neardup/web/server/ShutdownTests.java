package io.neardup.web.server;

import static io.neardup.Eventually.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.Scrape;
import io.neardup.ServiceProcess;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The service receives SIGTERM while streams are in progress: each ends after a complete line and
/// reports the number of that line, and the next start has everything that was answered.
class ShutdownTests {

  private static final String LONG_TEXT =
      "The cat sat on the mat while the dog lay by the door and the old clock in the hall struck"
          + " twelve as the rain went on falling on the roof of the house at the end of the lane ";

  /// A busy machine may need long to end the requests.
  private static final String PATIENT = "--spring.lifecycle.timeout-per-shutdown-phase=10m";

  @TempDir private Path folder;

  @Test
  void shutdownEndsDocumentStreamsAtALineWithoutLoss() throws Exception {
    List<JsonNode> answers;
    int sent;
    try (ServiceProcess service = ServiceProcess.start(folder, PATIENT)) {
      Stream stream = new Stream(service.http(), "/documents");
      AtomicInteger lines = new AtomicInteger();
      Thread sender = Thread.ofPlatform().start(() -> sendWithoutEnd(stream, lines));
      stream.awaitAnswers(500);
      service.terminate();
      answers = stream.allAnswers();
      stream.socket.close();
      sender.join();
      sent = lines.get();
      service.awaitEnd();
      assertThat(service.process().exitValue()).isEqualTo(143);
      assertThat(service.logged()).contains("Graceful shutdown complete").doesNotContain("ERROR");
    }
    int answered = answers.size() - 1;
    assertThat(answered).isBetween(500, sent);
    for (int i = 0; i < answered; i++) {
      assertThat(answers.get(i).get("line").asInt()).isEqualTo(i + 1);
      assertThat(answers.get(i).get("outcome").asString()).isEqualTo("added");
    }
    assertStopped(answers.getLast(), answered + 1);
    try (FreshService service = FreshService.startIn(folder.resolve("data"))) {
      JsonNode collection = service.http().get("/collections/default").json();
      assertThat(collection.get("documents").asInt()).as("no other documents").isEqualTo(answered);
      Map<String, String> asLines = Map.of("Accept", RunningService.NDJSON);
      assertThat(service.http().send("GET", "/documents", asLines, "").lines())
          .extracting(document -> document.path("id").asString())
          .containsAll(
              answers.subList(0, answered).stream()
                  .map(each -> each.get("id").asString())
                  .toList());
    }
  }

  /// Three clients at once. One waits for a change that does not come. One reads the texts of
  /// thousands of documents. One waits for answers before it sends more: it receives all of them,
  /// and is disconnected after the timeout of idle connections.
  @Test
  void shutdownEndsWaitsForChangesListsAndStreamsOfWaitingClients() throws Exception {
    try (ServiceProcess service =
            ServiceProcess.start(folder, PATIENT, "--server.tomcat.connection-timeout=3s");
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        Socket changes = changesOfManyDocuments(service.http())) {
      await().until(() -> Scrape.requestsInProgress(service.http()) == 1);
      await()
          .until(() -> longestRequest(service.http()) > 1); // seconds; those of metrics began later
      URI address = URI.create("http://localhost:" + service.port() + "/documents");
      HttpRequest request =
          HttpRequest.newBuilder(address).header("Accept", RunningService.NDJSON).build();
      try (BufferedReader documents =
          new BufferedReader(
              new InputStreamReader(
                  client.send(request, BodyHandlers.ofInputStream()).body(), UTF_8))) {
        JsonNode last = Json.read(documents.readLine());
        Stream stream = new Stream(service.http(), "/fingerprint");
        stream.send("{\"text\":\"first\"}\n{\"text\":\"second\"}\n");
        stream.awaitAnswers(2);
        service.terminate();
        for (String line = documents.readLine(); line != null; line = documents.readLine()) {
          last = Json.read(line);
        }
        assertThat(last.at("/problem/type").asString()).isEqualTo("urn:neardup:problem:stopping");
        assertThat(last.at("/problem/status").asInt()).isEqualTo(503);
        assertThatThrownBy(stream::allAnswers).isInstanceOf(IOException.class);
        assertThat(stream.body.toString(UTF_8)).endsWith("\n").hasLineCount(2);
      }
      assertThat(new String(changes.getInputStream().readAllBytes(), US_ASCII))
          .startsWith("HTTP/1.1 200")
          .contains("\"truncated\":false");
      service.awaitEnd();
      assertThat(service.logged()).contains("Graceful shutdown complete").doesNotContain("ERROR");
    }
  }

  /// Stores documents, and then waits for a change: a connection without a request is closed.
  private static Socket changesOfManyDocuments(RunningService service) throws IOException {
    StringBuilder documents = new StringBuilder();
    for (int i = 0; i < 6000; i++) {
      documents.append("{\"text\":\"").append(LONG_TEXT).append(i).append("\"}\n");
    }
    service.postLines("/documents?limit=0", documents.toString());
    Socket changes = service.connect();
    changes
        .getOutputStream()
        .write(
            "GET /changes?after=end&wait=60 HTTP/1.1\r\nHost: localhost\r\n\r\n"
                .getBytes(US_ASCII));
    return changes;
  }

  private static double longestRequest(RunningService service) {
    return Scrape.of(service.get("/actuator/prometheus").body())
        .sum("http_server_requests_active_seconds_max");
  }

  private static void assertStopped(JsonNode last, int line) {
    assertThat(last.get("line").asInt()).isEqualTo(line);
    assertThat(last.at("/problem/type").asString()).isEqualTo("urn:neardup:problem:stopping");
    assertThat(last.at("/problem/status").asInt()).isEqualTo(503);
  }

  /// Documents without near-duplicates, so that each is stored within milliseconds.
  private static void sendWithoutEnd(Stream stream, AtomicInteger lines) {
    try {
      while (true) {
        int i = lines.incrementAndGet();
        stream.send("{\"id\":\"d%1$d\",\"text\":\"a%1$d b%1$d c%1$d d%1$d\"}\n".formatted(i));
      }
    } catch (IOException e) {
      // The service or the test has closed the connection.
    }
  }

  /// A stream that is sent and read at the same time, in chunks.
  private static final class Stream {

    final Socket socket;
    private final OutputStream out;
    private final InputStream in;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private boolean headRead;

    Stream(RunningService service, String path) throws IOException {
      socket = service.connect();
      out = socket.getOutputStream();
      in = new BufferedInputStream(socket.getInputStream());
      out.write(
          ("POST "
                  + path
                  + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                  + "Transfer-Encoding: chunked\r\n\r\n")
              .getBytes(US_ASCII));
    }

    void send(String lines) throws IOException {
      byte[] bytes = lines.getBytes(UTF_8);
      out.write((Integer.toHexString(bytes.length) + "\r\n").getBytes(US_ASCII));
      out.write(bytes);
      out.write("\r\n".getBytes(US_ASCII));
      out.flush();
    }

    void awaitAnswers(int count) throws IOException {
      while (body.toString(UTF_8).lines().count() < count) {
        assertThat(readChunk()).isNotNull();
      }
    }

    /// All answers, after the service has ended the stream with a last chunk.
    List<JsonNode> allAnswers() throws IOException {
      while (readChunk() != null) {
        // Continues with the next chunk.
      }
      assertThat(body.toString(UTF_8)).endsWith("\n");
      return body.toString(UTF_8).lines().map(Json::read).toList();
    }

    private byte @Nullable [] readChunk() throws IOException {
      if (!headRead) {
        assertThat(readLine()).startsWith("HTTP/1.1 200");
        while (!readLine().isEmpty()) {
          // Headers.
        }
        headRead = true;
      }
      int length = Integer.parseInt(readLine(), 16);
      byte[] bytes = in.readNBytes(length);
      assertThat(bytes).hasSize(length);
      assertThat(readLine()).isEmpty();
      body.writeBytes(bytes);
      return length == 0 ? null : bytes;
    }

    private String readLine() throws IOException {
      StringBuilder line = new StringBuilder();
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          throw new IOException("the connection ended in the middle of an answer");
        }
        line.append((char) next);
      }
      return line.toString().strip();
    }
  }
}
