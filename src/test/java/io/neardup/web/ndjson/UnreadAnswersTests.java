package io.neardup.web.ndjson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.Scrape;
import io.neardup.web.Texts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Streams whose clients do not read their answers: the service waits for a client that still
/// sends, however long, but not for one that neither sends nor reads.
@Timeout(120)
class UnreadAnswersTests {

  /// Long enough for the service to send a few megabytes, after which it waits for the client.
  private static final Duration TIMEOUT = Duration.ofSeconds(6);

  /// The number of lines whose answers, 60 KB each, fill the buffers of the connection, which may
  /// grow to some megabytes on either side, and part of the memory for answers.
  private static final int LINES = 300;

  private static final byte[] LINE =
      "{\"explain\":true,\"text\":\"%s\"}\n"
          .formatted(Texts.of(7))
          .getBytes(StandardCharsets.UTF_8);
  private static final byte[] SHORT_LINE = "{\"text\":\"a\"}\n".getBytes(StandardCharsets.UTF_8);

  /// Between short lines, so that they do not fill the memory for answers.
  private static final Duration PAUSE = Duration.ofMillis(20);

  private static FreshService service;

  @BeforeAll
  static void start() {
    service = FreshService.start("--server.tomcat.connection-timeout=" + TIMEOUT.toMillis() + "ms");
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void clientMaySendForAnyTimeBeforeItReads() throws Exception {
    HttpURLConnection client = connect();
    long sent = LINES;
    try (OutputStream out = client.getOutputStream()) {
      send(out, LINES);
      while (scrape().sum("neardup_answers_waiting_bytes") == 0) { // not made yet
        sendShort(out);
        sent++;
      }
      // Without a pause for metrics, which may be as long as the time limit on a busy machine.
      long begin = System.nanoTime();
      for (; System.nanoTime() - begin < 2 * TIMEOUT.toNanos(); sent++) {
        sendShort(out);
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    try (BufferedReader answers =
        new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(answers.lines().count()).isEqualTo(sent);
    }
  }

  private static void sendShort(OutputStream out) throws IOException {
    out.write(SHORT_LINE);
    out.flush();
  }

  @Test
  void clientMustReadOnceItHasSentEverything() throws Exception {
    double before = ended();
    HttpURLConnection client = connect();
    try (OutputStream out = client.getOutputStream()) {
      send(out, LINES);
    }
    awaitEndAfter(before);
    client.disconnect();
  }

  @Test
  void clientMustReadOnceItCannotSendMore() throws Exception {
    double before = ended();
    HttpURLConnection client = connect();
    OutputStream out = client.getOutputStream();
    assertThatThrownBy(() -> send(out, Integer.MAX_VALUE)).isInstanceOf(IOException.class);
    awaitEndAfter(before);
    client.disconnect();
  }

  /// A client that does not read before it has sent everything, like the one of the JDK.
  private static HttpURLConnection connect() throws IOException {
    HttpURLConnection client =
        (HttpURLConnection)
            URI.create("http://localhost:" + service.http().port() + "/fingerprint")
                .toURL()
                .openConnection();
    client.setRequestMethod("POST");
    client.setRequestProperty("Content-Type", RunningService.NDJSON);
    client.setDoOutput(true);
    client.setChunkedStreamingMode(16 * 1024);
    return client;
  }

  private static void send(OutputStream out, int lines) throws IOException {
    for (int i = 0; i < lines; i++) {
      out.write(LINE);
    }
  }

  private static void awaitEndAfter(double before) {
    while (ended() == before) {
      Thread.onSpinWait();
    }
    Scrape scrape = scrape();
    assertThat(scrape.sum("neardup_streams")).isZero();
    assertThat(scrape.sum("neardup_answers_waiting_bytes")).isZero();
  }

  /// The number of finished streams.
  private static double ended() {
    return scrape().sum("http_server_requests_seconds_count", "uri=\"/fingerprint\"");
  }

  private static Scrape scrape() {
    return Scrape.of(service.http().get("/actuator/prometheus").body());
  }
}
