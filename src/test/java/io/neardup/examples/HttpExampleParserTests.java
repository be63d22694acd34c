package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.RunningService.Answer;
import java.net.http.HttpHeaders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What the parser of `.http` files refuses, and the comparison of answers with those shown.
class HttpExampleParserTests {

  private static final String FILE =
      """
      @host = http://localhost:8080

      # What the file is about.

      ### Store a text
      # Said about this request alone.
      PUT {{host}}/documents/a%2Fb?onDuplicate=add
      Content-Type: application/json
      X-Host: {{host}}

      {"text": "one",
       "id": "a/b"}

      ### => 201
      # Location: /documents/...
      #
      # {"id": "a/b",
      #  "version": 1, "...": "..."}

      ### Look it up
      GET {{host}}/duplicates
          ?text=看见 one & two
          &limit=5

      ### => 204

      ### Not finished
      GET {{host}}/duplicates?id=a
      """;

  @Test
  void reportsWhereAnAnswerDiffers() {
    HttpExample.Shown shown = HttpExampleParser.parse("a.http", FILE).getFirst().answer();
    assertThat(shown.differences(answer(201, "/documents/a", "{\"id\":\"a/b\",\"version\":1}")))
        .isEmpty();
    assertThat(shown.differences(answer(200, "/elsewhere", "{\"id\":\"a/b\",\"version\":2}")))
        .containsExactly(
            "status is 200, not 201",
            "Location is '/elsewhere', not '/documents/...'",
            "$.version is 2, not 1");
  }

  @Test
  void expectsNoBodyIfNoneIsShown() {
    HttpExample.Shown shown = HttpExampleParser.parse("a.http", FILE).get(1).answer();
    assertThat(shown.differences(answer(204, "", ""))).isEmpty();
    assertThat(shown.differences(answer(204, "", "{}")))
        .containsExactly("the body is {}, not shown");
  }

  @Test
  void rejectsMalformedExamples() {
    assertThatThrownBy(() -> HttpExampleParser.parse("a.http", "### a\nGET {{nowhere}}/\n"))
        .hasMessageContaining("an unknown variable");
    assertThatThrownBy(() -> HttpExampleParser.parse("a.http", "###\nGET http://localhost/\n"))
        .hasMessageContaining("no title");
    assertThatThrownBy(() -> HttpExampleParser.parse("a.http", "### => 200\n"))
        .hasMessageContaining("an answer without a request");
    assertThatThrownBy(() ->
            HttpExampleParser.parse("a.http", "### a\nGET http://localhost/\n### => 200\n{}\n"))
        .hasMessageContaining("must begin with #");
    assertThatThrownBy(() -> HttpExampleParser.parse("a.http", "### a\nGET http://h/\n{}\n"))
        .hasMessageContaining("not a header");
  }

  private static Answer answer(int status, String location, String body) {
    return new Answer(
        status, HttpHeaders.of(Map.of("Location", List.of(location)), (name, value) -> true), body);
  }
}
