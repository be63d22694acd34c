package io.neardup.web.server;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.web.Texts;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/// Answers are compressed with gzip for clients that accept it.
@HttpTest
class GzipAnswerTests {

  private static final String LONG =
      "{\"text\":\"" + Texts.of(1) + "\",\"explain\":true,\"profile\":\"paper-v1\"}";

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Autowired private RunningService service;

  @Test
  void longAnswersAreCompressedOnRequest() throws Exception {
    HttpResponse<InputStream> packed = post("gzip", LONG);
    assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
    assertThat(packed.headers().allValues("Vary")).anyMatch("accept-encoding"::equalsIgnoreCase);
    assertThat(unpacked(packed)).isEqualTo(service.post("/fingerprint", LONG).body());
  }

  @Test
  void answersAreNotCompressedUnlessRequested() throws Exception {
    for (String encoding : new String[] {"identity", "br", "gzip;q=0"}) {
      HttpResponse<InputStream> plain = post(encoding, LONG);
      assertThat(plain.headers().firstValue("Content-Encoding")).as(encoding).isEmpty();
      assertThat(new String(plain.body().readAllBytes(), StandardCharsets.UTF_8)).startsWith("{");
    }
    HttpResponse<InputStream> brief = post("gzip", "{\"text\":\"a\"}");
    assertThat(brief.headers().firstValue("Content-Encoding")).isEmpty();
  }

  @Test
  void problemsAreCompressed() throws Exception {
    HttpResponse<InputStream> refused =
        post("gzip", "{\"text\":\"a\",\"profile\":\"" + "x".repeat(3_000) + "\"}");
    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(Json.read(unpacked(refused)).get("detail").asString()).contains("xxx");
  }

  /// Lockstep: the next line is sent after the previous answer was decompressed.
  @Test
  void compressedStreamCanBeReadLineByLine() throws Exception {
    try (Socket socket = service.connect()) {
      OutputStream out = socket.getOutputStream();
      write(
          out,
          """
          POST /fingerprint HTTP/1.1
          Host: localhost
          Content-Type: application/x-ndjson
          Accept-Encoding: gzip
          Connection: close
          Transfer-Encoding: chunked

          """
              .replace("\n", "\r\n"));
      send(out, 1);
      Chunks chunks = new Chunks(socket.getInputStream());
      assertThat(chunks.head()).containsIgnoringCase("\nContent-Encoding: gzip");
      GZIPInputStream answers = new GZIPInputStream(chunks);
      for (int line = 1; line <= 5; line++) {
        assertThat(Json.read(line(answers)).get("line").asInt()).isEqualTo(line);
        if (line < 5) {
          send(out, line + 1);
        }
      }
      write(out, "0\r\n\r\n");
      assertThat(answers.read()).isEqualTo(-1);
    }
  }

  /// Reads the next line byte by byte, because readers with a buffer wait for more than is
  /// available.
  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("ends after '" + line + "'");
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  /// The body of a chunked answer, of which each chunk can be read when it arrives.
  private static final class Chunks extends InputStream {

    private final InputStream in;
    private int left;
    private boolean ended;

    Chunks(InputStream in) {
      this.in = in;
    }

    /// Reads the head.
    String head() throws IOException {
      StringBuilder head = new StringBuilder();
      for (String next = line(in); !next.isEmpty(); next = line(in)) {
        head.append(next).append('\n');
      }
      return head.toString();
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0 && !ended) {
        left = Integer.parseInt(line(in), 16);
        ended = left == 0;
      }
      if (ended) {
        return -1;
      }
      int read = in.read(bytes, offset, Math.min(length, left));
      left -= read;
      if (left == 0) {
        line(in);
      }
      return read;
    }
  }

  private static void send(OutputStream out, int line) throws IOException {
    String json = "{\"text\":\"line " + line + "\"}\n";
    write(out, Integer.toHexString(json.length()) + "\r\n" + json + "\r\n");
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private HttpResponse<InputStream> post(String encoding, String json) throws Exception {
    return client.send(
        request("/fingerprint", encoding, RunningService.JSON)
            .POST(BodyPublishers.ofString(json))
            .build(),
        BodyHandlers.ofInputStream());
  }

  private HttpRequest.Builder request(String target, String encoding, String type) {
    return HttpRequest.newBuilder(URI.create("http://localhost:" + service.port() + target))
        .timeout(PATIENCE)
        .header("Accept-Encoding", encoding)
        .header("Content-Type", type);
  }

  private static String unpacked(HttpResponse<InputStream> response) throws IOException {
    return new String(new GZIPInputStream(response.body()).readAllBytes(), StandardCharsets.UTF_8);
  }
}
