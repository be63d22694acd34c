package io.neardup.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import io.neardup.RunningService.Answer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Request bodies that are not read completely: those of refused requests, and those that never
/// arrive. Even more of them than request threads do not prevent other requests from being
/// answered.
class UnreadBodyTests {

  private static final int MORE_THAN_THREADS = 250;

  @AutoClose private static FreshService service;

  /// The timeout of bodies, [FreshService], is so long that threads waiting for them are not
  /// released during a test.
  @BeforeAll
  static void start() {
    service =
        FreshService.start(
            "--neardup.security.api-keys[0].name=n",
            "--neardup.security.api-keys[0].key=secret",
            "--neardup.security.api-keys[0].roles=admin");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 60000000\r\n",
        "Content-Length: 1000\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Content-Length: 10000000\r\nX-API-Key: secret\r\n",
        "Content-Length: 1000\r\nX-API-Key: secret\r\n",
        "Content-Length: 60000000\r\nX-API-Key: secret\r\n",
        "Transfer-Encoding: chunked\r\nX-API-Key: secret\r\n",
        "Transfer-Encoding: chunked\r\nX-API-Key: secret\r\nContent-Encoding: gzip\r\n",
        "Content-Length: 3000\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
            + "HTTP2-Settings: AAMAAABkAAQAAP__\r\n",
        "Content-Length: 3000\r\n"
            + "X-API-Key: secret\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\n",
      })
  void slowBodiesDoNotDelayRequests(String headers) throws Exception {
    List<Socket> dripping = new ArrayList<>();
    try {
      for (int i = 0; i < MORE_THAN_THREADS; i++) {
        Socket socket = service.http().connect();
        socket.getOutputStream().write(head(headers));
        dripping.add(socket);
      }
      for (int i = 0; i < 10; i++) {
        dripping.forEach(UnreadBodyTests::drip);
        service.http().get("/actuator/health/liveness").require(200);
      }
    } finally {
      for (Socket socket : dripping) {
        socket.close();
      }
    }
    Answer answer =
        service
            .http()
            .send(
                "POST",
                "/fingerprint",
                Map.of("X-API-Key", "secret", "Content-Type", "application/json"),
                "{\"text\":\"a\"}");
    answer.require(200);
  }

  /// A client with a body of that size reads the answer only after sending it.
  @ParameterizedTest
  @ValueSource(ints = {20_000_000, 60_000_000})
  void clientsOfTooLargeBodiesGetTheProblem(int length) throws Exception {
    try (Socket socket = service.http().connect()) {
      OutputStream out = socket.getOutputStream();
      out.write(head("Content-Length: " + length + "\r\nX-API-Key: secret\r\n"));
      out.write(new byte[length]);
      out.flush();
      assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
          .startsWith("HTTP/1.1 413")
          .contains("neardup.limits.max-body")
          .endsWith("\r\n0\r\n\r\n");
    }
  }

  /// The refused body is short and has arrived already, so the connection stays open for the next
  /// request.
  @Test
  void refusalOfAShortBodyKeepsTheConnection() throws Exception {
    try (Socket socket = service.http().connect()) {
      OutputStream out = socket.getOutputStream();
      for (int i = 0; i < 3; i++) {
        out.write(head("Content-Length: 12\r\n"));
        out.write("{\"text\":\"a\"}".getBytes(StandardCharsets.US_ASCII));
      }
      out.write(
          "GET /actuator/health/liveness HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
              .getBytes(StandardCharsets.US_ASCII));
      out.flush();
      String answers =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertThat(answers.split("HTTP/1\\.1 401", -1)).hasSize(4);
      assertThat(answers).contains("HTTP/1.1 200");
    }
  }

  /// Java's client offers an upgrade to HTTP/2 with its first request, whatever its body.
  @Test
  void longBodyWithUpgradeOfferIsReadInHttp11() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://localhost:" + service.http().port() + "/fingerprint"))
                  .header("X-API-Key", "secret")
                  .header("Content-Type", "application/json")
                  .POST(BodyPublishers.ofString("{\"text\":\"" + "word ".repeat(20_000) + "\"}"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }
  }

  private static byte[] head(String headers) {
    String type = headers.contains("Content-Type") ? "" : "Content-Type: application/json\r\n";
    return ("POST /fingerprint HTTP/1.1\r\nHost: localhost\r\n" + type + headers + "\r\n")
        .getBytes(StandardCharsets.US_ASCII);
  }

  private static void drip(Socket socket) {
    try {
      socket.getOutputStream().write('1');
    } catch (IOException e) {
      // The service closed the connection.
    }
  }
}
