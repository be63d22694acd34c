package io.neardup.web.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.web.Texts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Request bodies may be compressed with gzip, within limits.
@HttpTest
class GzipTests {

  @Autowired private RunningService service;

  @Test
  void acceptsBodiesInGzip() throws IOException {
    String body = "{\"text\":\"" + Texts.of(1) + "\"}";
    Answer packed = post("/fingerprint", RunningService.JSON, gzip(body));
    packed.require(200);
    assertThat(packed.json()).isEqualTo(service.post("/fingerprint", body).json());
  }

  @Test
  void aStreamInGzipIsAnsweredLineByLine() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      lines
          .append("{\"ref\":\"")
          .append(i)
          .append("\",\"text\":\"")
          .append(Texts.of(i))
          .append("\"}\n");
    }
    List<JsonNode> answers =
        post("/fingerprint", RunningService.NDJSON, gzip(lines.toString())).lines();
    assertThat(answers).hasSize(5_000);
    assertThat(answers.getLast().get("ref").asString()).isEqualTo("4999");
  }

  @Test
  void malformedGzipIsRefused() throws IOException {
    byte[] plain = "{\"text\":\"a\"}".getBytes(StandardCharsets.UTF_8);
    for (String type : List.of(RunningService.JSON, RunningService.NDJSON)) {
      Answer refused = post("/fingerprint", type, plain);
      assertThat(refused.status()).as(type).isEqualTo(400);
      assertThat(refused.text("/detail")).startsWith("body is not the gzip that");
    }
  }

  @Test
  void truncatedGzipIsNamed() throws IOException {
    byte[] whole = gzip("{\"text\":\"" + Texts.of(1) + "\"}");
    for (int length : new int[] {4, -30, -12, -9, -8, -3, -1}) { // from the end if negative
      byte[] cut = Arrays.copyOf(whole, length > 0 ? length : whole.length + length);
      Answer refused = post("/fingerprint", RunningService.JSON, cut);
      refused.require(400);
      assertThat(refused.text("/detail"))
          .as("%d bytes", length)
          .isEqualTo(
              "body is not the gzip that its Content-Encoding announces: it ends too early; send"
                  + " all of it");
    }
  }

  @Test
  void truncatedStreamNamesTheLine() throws IOException {
    String line = "{\"text\":\"" + Texts.of(1) + "\"}\n";
    byte[] whole = gzip(line.repeat(20) + Texts.of(2) + Texts.of(3));
    Answer answer =
        post("/fingerprint", RunningService.NDJSON, Arrays.copyOf(whole, whole.length - 40));
    answer.require(200);
    JsonNode last = answer.lines().getLast();
    assertThat(answer.lines().size()).isGreaterThan(1);
    assertThat(last.get("line").asInt()).isEqualTo(answer.lines().size());
    assertThat(last.at("/problem/detail").asString()).contains("not the gzip that");
  }

  /// What is before the damaged member is answered; other bytes after the last one are refused,
  /// too.
  @Test
  void damagedLaterMembersAreProblems() throws IOException {
    byte[] one = gzip("{\"text\":\"" + Texts.of(1) + "\"}\n");
    byte[] damaged = one.clone();
    damaged[0]--;
    byte[] cut = Arrays.copyOf(one, 5);
    byte[] other = "signature".getBytes(StandardCharsets.UTF_8);
    for (byte[] next : List.of(damaged, cut, other)) {
      ByteArrayOutputStream members = new ByteArrayOutputStream();
      members.writeBytes(one);
      members.writeBytes(next);
      Answer lines = post("/fingerprint", RunningService.NDJSON, members.toByteArray());
      lines.require(200);
      assertThat(lines.lines()).hasSize(2);
      assertThat(lines.lines().getLast().at("/problem/detail").asString())
          .contains("not the gzip that");
      post("/fingerprint", RunningService.JSON, members.toByteArray()).require(400);
    }
    ByteArrayOutputStream padded = new ByteArrayOutputStream();
    padded.writeBytes(one);
    padded.writeBytes(new byte[100]);
    assertThat(post("/fingerprint", RunningService.NDJSON, padded.toByteArray()).lines())
        .hasSize(1);
  }

  @Test
  void compressionRatioIsLimited() throws IOException {
    String zeros = "{\"text\":\"" + "0".repeat(4_000_000) + "\"}\n";
    Answer json = post("/fingerprint", RunningService.JSON, gzip(zeros));
    assertThat(json.status()).isEqualTo(413);
    assertThat(json.json().get("detail").asString()).contains("200 times as large uncompressed");
    Answer lines = post("/fingerprint", RunningService.NDJSON, gzip(zeros.repeat(3)));
    lines.require(413);
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "GZIP", "x-gzip", " gzip "})
  void namesOfGzipAreEquivalent(String encoding) throws IOException {
    String body = "{\"text\":\"" + Texts.of(1) + "\"}";
    post("/fingerprint", RunningService.JSON, encoding, gzip(body)).require(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"br", "deflate", "zstd", "gzip, gzip", "identity, gzip", "x"})
  void otherEncodingsAreRefused(String encoding) {
    for (String type : List.of(RunningService.JSON, RunningService.NDJSON)) {
      Answer refused =
          post("/fingerprint", type, encoding, "{\"text\":\"a\"}".getBytes(StandardCharsets.UTF_8));
      refused.require(415);
      assertThat(refused.text("/detail"))
          .isEqualTo("Content-Encoding must be gzip, or left out; was '" + encoding + "'");
      assertThat(refused.header("Accept-Encoding")).isEqualTo("gzip");
    }
  }

  @Test
  void encodingsInSeveralHeadersAreNotPassedOver() throws IOException {
    byte[] body = gzip("{\"text\":\"a\"}");
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(
        ("POST /fingerprint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Encoding: gzip\r\nContent-Encoding: br\r\nConnection: close\r\n"
                + "Content-Length: "
                + body.length
                + "\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
    request.writeBytes(body);
    Answer refused = service.sendRaw(request.toByteArray());
    refused.require(415);
    assertThat(refused.text("/detail")).contains("was 'gzip, br'");
  }

  /// Such a call reads no body, whatever its encoding would be.
  @ParameterizedTest
  @CsvSource({
    "GET, /duplicates?text=a, 200",
    "HEAD, /duplicates?text=a, 200",
    "DELETE, /documents/nobody, 404",
    "POST, /jobs/nobody/restart, 404"
  })
  void callsWithoutABodyIgnoreItsEncoding(String method, String target, int status) {
    for (String encoding : List.of("br", "gzip")) {
      service.send(method, target, Map.of("Content-Encoding", encoding), "").require(status);
    }
  }

  private Answer post(String path, String type, byte[] body) {
    return post(path, type, "gzip", body);
  }

  private Answer post(String path, String type, String encoding, byte[] body) {
    return service.send(
        "POST",
        path,
        Map.of("Content-Type", type, "Content-Encoding", encoding),
        BodyPublishers.ofByteArray(body));
  }

  private static byte[] gzip(String text) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return packed.toByteArray();
  }
}
