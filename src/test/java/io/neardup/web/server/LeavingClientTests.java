package io.neardup.web.server;

import static io.neardup.Eventually.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.neardup.CapturedLog;
import io.neardup.RunningService;
import io.neardup.Scrape;
import io.neardup.SharedService;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Clients that reset their connection in the middle of an answer, which is larger than the buffers
/// of the connection.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeavingClientTests {

  private static final int DOCUMENTS = 400;
  private static final String TEXT = "the cat sat on the mat";

  private RunningService service;

  @BeforeAll
  void storeDocuments() {
    service = SharedService.of().http();
    service.put("/collections/texts", "{\"storeText\":true}").require(201);
    String text = "the cat sat on the mat while the dog lay by the door and slept ".repeat(100);
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < DOCUMENTS; i++) {
      lines.append("{\"id\":\"%d\",\"text\":\"%s %d\"}%n".formatted(i, text, i));
    }
    service.postLines("/documents?collection=texts&limit=0", lines.toString()).require(200);
    service.post("/collections/texts/jobs", "{\"id\":\"pairs\",\"kind\":\"pairs\"}").require(202);
    await().until(() -> service.get("/jobs/pairs?wait=60").text("/state").equals("done"));
  }

  @ParameterizedTest
  @CsvSource({
    "/changes?texts=true, application/x-ndjson",
    "/jobs/pairs/results, application/x-ndjson",
    "/jobs/pairs/results, text/csv",
    "/jobs/pairs/results?limit=10000, application/json",
  })
  void anAnswerIsOneLineOfTheLog(String target, String accept) throws IOException {
    requireOneLine("GET " + target, "Accept: " + accept + "\r\n", "");
  }

  @ParameterizedTest
  @CsvSource({
    "/fingerprint, {\"explain\":true}",
    "/duplicates?collection=texts, {}",
    "/documents?collection=texts, {}",
  })
  void aStreamIsOneLineOfTheLog(String target, String fields) throws IOException {
    String line =
        fields.replace(
            "}", (fields.length() > 2 ? "," : "") + "\"text\":\"%s\"}\n".formatted(TEXT));
    requireOneLine("POST " + target, "Content-Type: application/x-ndjson\r\n", line.repeat(20_000));
  }

  @Test
  void aFileIsOneLineOfTheLog() throws IOException {
    requireOneLine(
        "POST /documents?collection=texts",
        "Content-Type: text/csv\r\n",
        "text\n" + (TEXT + "\n").repeat(20_000));
  }

  private void requireOneLine(String request, String headers, String body) throws IOException {
    requireOneLine(
        request,
        "Content-Length: " + body.length() + "\r\n" + headers,
        socket -> {
          int begun = Math.min(body.length(), 20_000);
          socket.getOutputStream().write(body.substring(0, begun).getBytes(US_ASCII));
          requireStatus(socket, 200);
        });
  }

  /// The answer begins when the work is done, and nobody reads it.
  @Test
  void aBulkChangeIsOneLineOfTheLog() throws IOException {
    String body = "{\"enabled\":true}";
    requireOneLine(
        "PATCH /documents?collection=texts&dryRun=true&filter=lang:en",
        "Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: "
            + body.length()
            + "\r\n",
        socket -> {
          requireStatus(socket, 100);
          socket.getOutputStream().write(body.getBytes(US_ASCII));
        });
  }

  /// What a client does once it has sent its headers.
  private interface Client {
    void use(Socket socket) throws IOException;
  }

  private static void requireStatus(Socket socket, int status) throws IOException {
    assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
        .isEqualTo("HTTP/1.1 " + status);
  }

  private void requireOneLine(String request, String headers, Client client) throws IOException {
    try (CapturedLog log = CapturedLog.open(Level.INFO);
        CapturedLog warnings = CapturedLog.open(Level.WARN)) {
      List<String> lines = new ArrayList<>();
      try (Socket socket = new Socket()) {
        socket.setReceiveBufferSize(4096);
        service.connect(socket);
        OutputStream out = socket.getOutputStream();
        out.write(
            (request + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n").getBytes(US_ASCII));
        client.use(socket);
        socket.setSoLinger(true, 0); // closes with a reset
      }
      await().until(() -> lines.addAll(log.take()));
      await().until(() -> Scrape.requestsInProgress(service) == 0);
      lines.addAll(log.take());
      assertThat(lines).hasSize(1).first().asString().contains("disconnected").hasLineCount(1);
      assertThat(warnings.take()).isEmpty();
    }
  }
}
