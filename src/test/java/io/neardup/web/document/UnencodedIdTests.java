package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/// An address with an id that is not percent-encoded leads to nothing; the answer shows the encoded
/// form.
@HttpTest
class UnencodedIdTests {

  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  @Autowired private RunningService service;

  @ParameterizedTest
  @CsvSource({
    "https://example.org/a, https%3A%2F%2Fexample.org%2Fa",
    "https://example.org/a/, https%3A%2F%2Fexample.org%2Fa%2F",
    "https://example.org/a?b=c, https%3A%2F%2Fexample.org%2Fa",
    "https://example.org/a%20b, https%3A%2F%2Fexample.org%2Fa%2520b",
    "https:/example.org/a, https%3A%2Fexample.org%2Fa",
    "cat-1/, cat-1%2F",
    "cat-1/text, cat-1%2Ftext",
    "/cat-1, %2Fcat-1",
  })
  void slashesOfAnIdAreRefusedWithTheirEncoding(String id, String encoded) {
    for (String method : List.of("PUT", "GET", "PATCH", "DELETE", "POST")) {
      boolean writes = method.startsWith("P");
      Answer answer =
          service.send(
              method,
              "/documents/" + id,
              writes ? JSON : Map.of(),
              writes ? "{\"text\":\"a b c\"}" : "");
      assertThat(answer.status()).as("%s %s", method, answer.body()).isEqualTo(404);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(answer.text("/detail")).contains("/documents/" + encoded + ";");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /documents/https://a/../../../../../../x HTTP/1.1",
        "GET /documents/cat-1/../../admin/backups HTTP/1.1",
        "GET /documents/https://example.org/./a HTTP/1.1",
      })
  void dotSegmentsAreRefused(String head) {
    service.sendRaw(head).require(400);
  }
}
