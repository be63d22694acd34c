package io.neardup.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/// The request id, which identifies a request in the log.
@HttpTest
class RequestIdTests {

  private static final String HEADER = "X-Request-Id";
  private static final String MADE = "[0-9a-f]{32}";

  @Autowired private RunningService service;

  @ParameterizedTest
  @ValueSource(strings = {"a", "Root=1-67891233-abcdef012345678912345678", "x/y:z~1+2@3.4_5"})
  void usesTheIdOfTheCaller(String id) {
    Answer answer = get("/collections", id);
    answer.require(200);
    assertThat(answer.headers().allValues(HEADER)).containsExactly(id);
  }

  @Test
  void generatesAnIdWithoutOne() {
    Answer first = service.get("/collections");
    Answer second = service.get("/collections");
    assertThat(first.header(HEADER)).matches(MADE);
    assertThat(second.header(HEADER)).matches(MADE).isNotEqualTo(first.header(HEADER));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "two words", "{\"a\":1}", "%0a", "<b>", "é"})
  void generatesAnIdIfTheCallersIsNotLoggable(String id) {
    assertThat(get("/collections", id).header(HEADER)).matches(MADE);
  }

  @Test
  void generatesAnIdIfTheCallersIsTooLong() {
    assertThat(get("/collections", "x".repeat(128)).header(HEADER)).isEqualTo("x".repeat(128));
    assertThat(get("/collections", "x".repeat(129)).header(HEADER)).matches(MADE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/duplicates",
        "/documents/nobody",
        "/nowhere",
        "/duplicates?text=%zz",
        "/pairs?x=1"
      })
  void problemsContainTheId(String target) {
    Answer answer =
        service.sendRaw(
            ("GET "
                    + target
                    + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + HEADER
                    + ": mine\r\n\r\n")
                .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
    assertThat(answer.status()).isBetween(400, 404);
    assertThat(answer.header(HEADER)).isEqualTo("mine");
    assertThat(answer.text("/requestId")).isEqualTo("mine");
  }

  @Test
  void refusalsOfTheServerContainTheId() {
    Answer answer = service.sendRaw("GET /%zz HTTP/1.1");
    answer.require(400);
    assertThat(answer.header(HEADER)).matches(MADE);
    assertThat(answer.text("/requestId")).isEqualTo(answer.header(HEADER));
  }

  @Test
  void allLinesOfAStreamHaveOneId() {
    Map<String, String> headers = Map.of("Content-Type", RunningService.NDJSON, HEADER, "stream-1");
    Answer answer =
        service.send("POST", "/duplicates", headers, "{\"text\":\"a\"}\n{\"id\":\"nobody\"}\n");
    assertThat(answer.header(HEADER)).isEqualTo("stream-1");
    assertThat(answer.lines()).hasSize(2);
    assertThat(answer.lines().get(1).get("problem").has("requestId")).isFalse();
  }

  private Answer get(String target, String id) {
    return service.send("GET", target, Map.of(HEADER, id), "");
  }
}
