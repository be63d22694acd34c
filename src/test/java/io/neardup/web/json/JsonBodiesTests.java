package io.neardup.web.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// Requests have the same answers whether `JsonBodies` or Spring's message converters read and
/// write their bodies.
@HttpTest
class JsonBodiesTests {

  private static final String TEXT =
      "Grüße aus der Stadt: twelve words in all, and 一个句子 at the end.";

  @Autowired private RunningService service;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        "application/json; charset=UTF-8",
        "application/json; charset=\"utf-8\"",
        "application/json;profile=x",
      })
  void contentTypesOfOneMeaningAreReadAlike(String type) {
    assertThat(made(type, StandardCharsets.UTF_8, TEXT)).isEqualTo(expected(TEXT));
  }

  @Test
  void otherCharsetsAreRead() {
    String latin = "Grüße aus der Straße der alten Bäume, elf Wörter lang.";
    assertThat(made("application/json;charset=iso-8859-1", StandardCharsets.ISO_8859_1, latin))
        .isEqualTo(expected(latin));
    assertThat(made("application/json;charset=utf-16be", StandardCharsets.UTF_16BE, TEXT))
        .isEqualTo(expected(TEXT));
    assertThat(made("application/json", StandardCharsets.UTF_16BE, TEXT))
        .as("encoding detected from the JSON")
        .isEqualTo(expected(TEXT));
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 1_000, 65_525, 65_526, 65_527, 200_000})
  void bodiesOfAllLengthsAreReadWholeOrInChunks(int chars) {
    String text = "several words ".repeat(chars / 14 + 1).substring(0, chars);
    byte[] body = body(text).getBytes(StandardCharsets.UTF_8);
    Answer whole = post(RunningService.JSON, BodyPublishers.ofByteArray(body));
    Answer chunked =
        post(
            RunningService.JSON,
            BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)));
    whole.require(200);
    assertThat(chunked.json()).isEqualTo(whole.json());
    String cut = body(text).substring(0, body.length - 1);
    service.post("/fingerprint", cut).require(400);
    service.post("/fingerprint", body(text) + "]").require(400);
  }

  @Test
  void bodiesMustBeObjects() {
    for (String body : List.of("null", " null ", "")) {
      Answer answer = service.post("/fingerprint", body);
      assertThat(answer.status()).as(body).isEqualTo(400);
      assertThat(answer.text("/detail")).as(body).isEqualTo("body is missing; send a JSON object");
    }
  }

  @Test
  void aBodyThatEndsEarlyIsNotRead() throws IOException {
    try (Socket socket = service.connect()) {
      String head =
          "POST /fingerprint HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
              + "Content-Length: 100\r\n\r\n";
      socket.getOutputStream().write((head + body("a")).getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      String answer =
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(answer).startsWith("HTTP/1.1 400").contains("body ends before its Content-Length");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "application/json",
        "application/json, text/plain, */*",
        "application/*",
        "text/html, application/json;q=0.5",
        "application/json;charset=utf-8",
      })
  void acceptHeadersThatIncludeJsonAreAnswered(String accept) {
    Map<String, String> headers = Map.of("Content-Type", "application/json", "Accept", accept);
    Answer answer = service.send("POST", "/fingerprint", headers, body(TEXT));
    answer.require(200);
    assertThat(answer.header("Content-Type")).startsWith("application/json");
    assertThat(answer.json()).isEqualTo(expected(TEXT));
  }

  @Test
  void answersHaveAContentLength() {
    Answer answer = service.post("/fingerprint", body(TEXT));
    assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    assertThat(answer.header("Content-Length"))
        .isEqualTo(Integer.toString(answer.body().getBytes(StandardCharsets.UTF_8).length));
    Answer head = service.send("HEAD", "/duplicates?text=a", Map.of(), "");
    head.require(200);
    assertThat(head.body()).isEmpty();
  }

  private JsonNode made(String type, Charset charset, String text) {
    Answer answer = post(type, BodyPublishers.ofByteArray(body(text).getBytes(charset)));
    answer.require(200);
    return answer.json();
  }

  /// Sends the body as a line of a stream, which other code reads.
  private JsonNode expected(String text) {
    JsonNode answer = service.postLines("/fingerprint", body(text) + "\n").lines().getFirst();
    return ((ObjectNode) answer).without("line");
  }

  private Answer post(String type, BodyPublisher body) {
    return service.send("POST", "/fingerprint", Map.of("Content-Type", type), body);
  }

  private static String body(String text) {
    return "{\"text\":" + Json.quote(text) + "}";
  }
}
