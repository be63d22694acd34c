package io.neardup.web.ndjson;

import static io.neardup.Eventually.await;
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
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Streams whose clients do not read their answers: the service waits for a client that still
/// sends, however long, but not for one that neither sends nor reads.
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

  @AutoClose private static FreshService service;

  @BeforeAll
  static void start() {
    service = FreshService.start("--server.tomcat.connection-timeout=" + TIMEOUT.toMillis() + "ms");
  }

  /// Of a head that has not begun, in a head, and in a body. The time limit of the whole body is
  /// longer.
  @Test
  void aPauseIsEndedByTheTimeoutOfTheConnection() throws Exception {
    try (Socket silent = service.http().connect();
        Socket head = service.http().connect();
        Socket body = service.http().connect()) {
      head.getOutputStream()
          .write("GET / HTTP/1.1\r\nHost: loc".getBytes(StandardCharsets.US_ASCII));
      body.getOutputStream()
          .write(
              ("POST /fingerprint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                      + "Content-Length: 100\r\n\r\n{\"text\":\"the cat")
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(readUntilClosed(silent)).isEmpty();
      assertThat(readUntilClosed(head)).matches("(?s)HTTP/1\\.1 4\\d\\d.*|");
      assertThat(readUntilClosed(body))
          .startsWith("HTTP/1.1 408")
          .contains("without pauses as long as server.tomcat.connection-timeout")
          .doesNotContain("neardup.limits.deadline");
    }
  }

  private static String readUntilClosed(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }

  @Test
  void clientMaySendForAnyTimeBeforeItReads() {
    await().until(UnreadAnswersTests::sendsForLongBeforeItReads);
  }

  /// Sends for twice the time limit, and reads then.
  ///
  /// @return false if the machine paused this client for so long that the service may have ended
  ///   the stream, which proves nothing
  private static boolean sendsForLongBeforeItReads() throws IOException {
    Pauses pauses = new Pauses();
    try {
      long sent = LINES;
      HttpURLConnection client = connect();
      try (OutputStream out = client.getOutputStream()) {
        send(out, LINES);
        CompletableFuture<Void> waits =
            CompletableFuture.runAsync(
                () -> await().until(() -> scrape().sum("neardup_answers_waiting_bytes") > 0));
        for (long end = Long.MAX_VALUE; System.nanoTime() < end; sent++) {
          sendShort(out);
          pauses.note();
          LockSupport.parkNanos(PAUSE.toNanos());
          if (end == Long.MAX_VALUE && waits.isDone()) {
            waits.join();
            end = System.nanoTime() + 2 * TIMEOUT.toNanos();
          }
        }
      }
      try (BufferedReader answers =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
        assertThat(answers.lines().peek(answer -> pauses.note()).count()).isEqualTo(sent);
      }
      return true;
    } catch (AssertionError | IOException | UncheckedIOException e) {
      if (pauses.areShort()) {
        throw e;
      }
      return false;
    }
  }

  /// Measures how long a thread did nothing.
  private static final class Pauses {

    private long last = System.nanoTime();
    private long longest;

    void note() {
      longest = longest();
      last = System.nanoTime();
    }

    private long longest() {
      return Math.max(longest, System.nanoTime() - last);
    }

    boolean areShort() {
      return longest() < TIMEOUT.toNanos() / 2;
    }
  }

  private static void sendShort(OutputStream out) throws IOException {
    out.write(SHORT_LINE);
    out.flush();
  }

  @Test
  void clientMustReadOnceItHasSentEverything() {
    await().until(UnreadAnswersTests::sendsEverythingAndReadsNothing);
  }

  /// Sends everything, and waits for the end of the stream.
  ///
  /// @return false if the service may have ended the stream before, which proves nothing
  private static boolean sendsEverythingAndReadsNothing() throws IOException {
    double before = ended();
    HttpURLConnection client = connect();
    Pauses pauses = new Pauses();
    try (OutputStream out = client.getOutputStream()) {
      send(out, LINES);
    } catch (IOException e) {
      if (pauses.areShort()) {
        throw e;
      }
      return false;
    }
    awaitEndAfter(before);
    client.disconnect();
    return true;
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
    await().until(() -> ended() > before);
    await().until(() -> scrape().sum("neardup_streams") == 0);
    await().until(() -> scrape().sum("neardup_answers_waiting_bytes") == 0);
  }

  /// The number of finished streams.
  private static double ended() {
    return scrape().sum("http_server_requests_seconds_count", "uri=\"/fingerprint\"");
  }

  private static Scrape scrape() {
    return Scrape.of(service.http().get("/actuator/prometheus").body());
  }
}
