package io.neardup.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/// Hostile requests: broken at the level of HTTP, or much more expensive than their size. Each is
/// refused with a problem, and the service continues.
@HttpTest
class HostileRequestTests {

  @Autowired private RunningService service;

  @AfterEach
  void serviceStaysAvailable() {
    service.post("/fingerprint", "{\"text\":\"a\"}").require(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zz\r\n{\"text\":\"a\"}\r\n0\r\n\r\n", // no length
        "-5\r\n{\"text\":\"a\"}\r\n0\r\n\r\n",
        "FFFFFFFFFFFFFFFF\r\n{\"text\":\"a\"}\r\n0\r\n\r\n",
        "3\r\n{\"text\":\"a\"}\r\n0\r\n\r\n", // shorter than the chunk
        "c\r\n{\"text\":\"a\"}0\r\n\r\n", // no end of line
        "c\n{\"text\":\"a\"}\n0\n\n",
        "c \r\n{\"text\":\"a\"}\r\nx\r\n\r\n",
        "5\r\n{\"tex\r\nt\":\"a b\"}\r\n0\r\n\r\n", // after a part of the object
        "\r\n\r\n\r\n",
      })
  void malformedChunksAreRefused(String chunks) {
    for (String type : List.of("application/json", "application/x-ndjson")) {
      Answer answer = raw("Transfer-Encoding: chunked\r\nContent-Type: " + type, chunks);
      answer.require(400);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(answer.text("/detail"))
          .startsWith(
              "body is not chunked, although its Transfer-Encoding says so: each chunk must be");
    }
  }

  /// Request smuggling: one server may read the end of a request where another one reads its
  /// middle.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 12\r\nContent-Length: 13",
        "Content-Length: 12, 12",
        "Content-Length: -1",
        "Content-Length: +12",
        "Content-Length: 0x0c",
        "Content-Length: 99999999999999999999",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: gzip",
        "Transfer-Encoding : chunked",
        " Transfer-Encoding: chunked",
        "Content-Length: 12\r\nHost: evil.example",
      })
  void ambiguousLengthsAndHeaderNamesAreRefused(String headers) {
    Answer answer = raw(headers + "\r\nContent-Type: application/json", "{\"text\":\"a\"}");
    answer.require(400, 501);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.header("Connection")).isEqualTo("close");
  }

  /// What Tomcat refuses before any controller is called.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /documents/a[1] HTTP/1.1~Host: localhost | path or query has a character that must be"
            + " percent-encoded, such as '['",
        "GET /duplicates?text=[a] HTTP/1.1~Host: localhost | send '[' as %5B",
        "GET /documents/\u00fc HTTP/1.1~Host: localhost | or a letter outside ASCII",
        "GET /documents/%zz HTTP/1.1~Host: localhost | path has a '%' without two hexadecimal"
            + " digits",
        "GET /documents/100% HTTP/1.1~Host: localhost | encode '%' as %25",
        "GET /duplicates?text=%zz HTTP/1.1~Host: localhost | query is not well-formed"
            + " percent-encoded",
        "GET /duplicates?text=a b HTTP/1.1~Host: localhost | send a space as %20",
        "G[T / HTTP/1.1~Host: localhost | method must be a word, such as GET",
        "GET /collections HTTP/1.1~Accept: */* | Host is missing; HTTP/1.1 requires it",
        "GET /collections HTTP/1.1~Host: a~Host: b | Host occurs more than once",
        "GET /collections HTTP/1.1~Host: a b | Host must be a name or an address",
        "GET /collections HTTP/1.1~Host: a~Two words: 3 | headers must be lines of a name, a colon",
        "POST /fingerprint HTTP/1.1~Host: a~Content-Length: 2~Content-Length: 3 | Content-Length"
            + " occurs more than once",
        "POST /fingerprint HTTP/1.1~Host: a~Content-Length: -1 | Content-Length must be the number"
            + " of bytes of the body in digits, was '-1'",
      })
  void malformedHeadsAreToldApart(String head, String detail) {
    Answer answer =
        service.sendRaw(
            (head.replace("~", "\r\n") + "\r\nConnection: close\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8));
    answer.require(400);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(answer.text("/type")).isEqualTo("urn:neardup:problem:invalid-request");
    assertThat(answer.text("/detail")).contains(detail);
  }

  @Test
  void unsupportedHttpIsNamed() {
    Answer version = service.sendRaw("POST /fingerprint HTTP/0.1");
    version.require(505);
    Answer encoding = raw("Transfer-Encoding: gzip\r\nContent-Type: application/json", "");
    encoding.require(501);
    for (Answer answer : List.of(version, encoding)) {
      assertThat(answer.number("/status")).isEqualTo(answer.status());
      assertThat(answer.text("/type")).isEqualTo("urn:neardup:problem:unsupported-http");
    }
  }

  @Test
  void anUnknownExpectationIsNamed() {
    Answer answer = raw("Expect: 200-ok\r\nContent-Type: application/json", "");
    answer.require(417);
    assertThat(answer.text("/errors/0/field")).isEqualTo("Expect");
    assertThat(answer.text("/detail")).contains("must be 100-continue");
  }

  @Test
  void requestSmugglingIsPrevented() throws Exception {
    String smuggled = "DELETE /documents/never HTTP/1.1\r\nHost: localhost\r\n\r\n";
    String request =
        "POST /fingerprint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + (5 + smuggled.length())
            + "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            + smuggled;
    try (Socket socket = service.connect()) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      socket.getOutputStream().flush();
      String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(all.split("HTTP/1\\.1 ")).as(all).hasSize(2); // one answer, then a close
    }
  }

  @Test
  void numbersOfHeadersAndParametersAreLimited() {
    String many =
        IntStream.range(0, 5_000)
            .mapToObj(i -> "X-" + i + ": a")
            .collect(Collectors.joining("\r\n"));
    Answer headers = raw(many + "\r\nContent-Length: 0", "");
    headers.require(400);
    assertThat(headers.text("/detail")).contains("headers are more than this service reads");
    String parameters =
        IntStream.range(0, 5_000).mapToObj(i -> "a" + i + "=1").collect(Collectors.joining("&"));
    Answer answer = service.get("/duplicates?" + parameters);
    answer.require(400);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
  }

  @Test
  void deeplyNestedJsonIsRefused() {
    for (String open : List.of("[", "{\"a\":")) {
      String deep = "{\"text\":\"a\",\"metadata\":{\"a\":" + open.repeat(200_000);
      Answer answer = service.post("/documents", deep);
      answer.require(413);
      assertThat(answer.text("/detail")).contains("100");
      assertThat(
              service
                  .postLines("/documents", deep)
                  .lines()
                  .getFirst()
                  .at("/problem/status")
                  .asInt())
          .isEqualTo(413);
    }
  }

  @Test
  void numbersOfManyDigitsAreRefused() {
    String digits = "9".repeat(100_000);
    for (String number : List.of(digits, "0." + digits, "1e" + digits, "-" + digits)) {
      for (String json :
          List.of(
              "{\"text\":\"a\",\"metadata\":{\"a\":" + number + "}}",
              "{\"text\":\"a\",\"limit\":" + number + "}",
              "{\"features\":[{\"feature\":\"a\",\"weight\":" + number + "}]}")) {
        Answer answer = service.post("/documents", json);
        answer.require(400, 413);
        assertThat(answer.body().length()).isLessThan(2_000);
      }
    }
  }

  /// As an integer, the number would have a billion digits.
  @Test
  void numbersWithHugeExponentsAreReturnedUnchanged() {
    Answer stored =
        service.put("/documents/huge", "{\"text\":\"a\",\"metadata\":{\"a\":1E+999999999}}");
    stored.require(200, 201, 400, 413);
    assertThat(stored.body().length()).isLessThan(2_000);
    if (stored.status() < 300) {
      assertThat(service.get("/documents/huge").body())
          .contains("999999999")
          .hasSizeLessThan(2_000);
      service.delete("/documents/huge");
    }
  }

  @Test
  void tooManyFieldNamesAreRefused() {
    String unknown =
        IntStream.range(0, 200_000)
            .mapToObj(i -> "\"f" + i + "\":1")
            .collect(Collectors.joining(","));
    service.post("/fingerprint", "{" + unknown + "}").require(400);
    Answer metadata = service.post("/documents", "{\"text\":\"a\",\"metadata\":{" + unknown + "}}");
    metadata.require(413);
    Answer longName = service.post("/fingerprint", "{\"" + "x".repeat(1_000_000) + "\":1}");
    longName.require(400, 413);
    assertThat(longName.body().length()).isLessThan(2_000);
  }

  /// Field names with equal hash codes slow down a hash map.
  @Test
  void fieldNamesThatCollideAreReadAsFastAsOthers() {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 1 << 11; i++) {
      for (int bit = 10; bit >= 0; bit--) {
        names.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      names.append(':');
    }
    String metadata =
        List.of(names.toString().split(":")).stream()
            .map(name -> "\"" + name + "\":1")
            .collect(Collectors.joining(","));
    Answer answer =
        service.post(
            "/documents", "{\"id\":\"collide\",\"text\":\"a\",\"metadata\":{" + metadata + "}}");
    answer.require(201);
    service.delete("/documents/collide");
  }

  @Test
  void numberOfTokensAndFeaturesIsLimited() {
    String tokens = "\"a\",".repeat(1_000_000);
    String most = tokens.substring(0, tokens.length() - 1);
    service.post("/fingerprint", "{\"tokens\":[" + most + "]}").require(200);
    Answer refused = service.post("/fingerprint", "{\"tokens\":[" + tokens + "\"a\"]}");
    assertThat(refused.status()).isEqualTo(413);
    assertThat(refused.json().at("/errors/0/field").asString()).isEqualTo("tokens");
    assertThat(refused.json().get("detail").asString())
        .contains("must be at most 1000000, were 1000001; send fewer");
  }

  @Test
  void explanationsAreLimited() {
    String text = IntStream.range(0, 3_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    var explanation =
        service
            .post(
                "/fingerprint",
                "{\"profile\":\"paper-v1\",\"explain\":true,\"text\":\"" + text + "\"}")
            .json()
            .get("explanation");
    assertThat(explanation.get("features")).hasSize(1_000);
    assertThat(explanation.get("truncated").asBoolean()).isTrue();
    assertThat(explanation.get("columns")).hasSize(64);
    var whole =
        service
            .post("/fingerprint", "{\"profile\":\"paper-v1\",\"explain\":true,\"text\":\"a b\"}")
            .json()
            .get("explanation");
    assertThat(whole.get("features")).hasSize(2);
    assertThat(whole.get("truncated").asBoolean()).isFalse();
  }

  private Answer raw(String headers, String body) {
    return service.sendRaw(
        ("POST /fingerprint HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n\r\n" + body)
            .getBytes(StandardCharsets.UTF_8));
  }
}
