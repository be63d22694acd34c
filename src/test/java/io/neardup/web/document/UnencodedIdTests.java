package io.neardup.web.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.web.util.UriUtils;

/// A URL as an id need not be percent-encoded if it is unambiguous; otherwise the answer shows the
/// encoded form.
@HttpTest
class UnencodedIdTests {

  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  @Autowired private RunningService service;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.org/a",
        "https://example.org/a/",
        "https://example.org",
        "https://example.org//a//b",
        "https://example.org:8443/~me/a;v=1/b,c(d)!$&'*+=@:e",
        "ftp://example.org/.hidden/a..b/...",
        "urn+x-1.y://a",
      })
  void unencodedUrlIsTheId(String url) {
    String unencoded = "/documents/" + url;
    String encoded = "/documents/" + UriUtils.encode(url, StandardCharsets.UTF_8);
    Answer put = service.put(unencoded, "{\"text\":\"a b c\"}");
    put.require(201);
    assertThat(put.text("/id")).isEqualTo(url);
    assertThat(put.header("Location")).isEqualTo(encoded);
    assertThat(service.get(encoded).text("/id")).isEqualTo(url);

    assertThat(service.get(unencoded).text("/id")).isEqualTo(url);
    service.send("HEAD", unencoded, Map.of(), "").require(200);
    service.send("PATCH", unencoded, JSON, "{\"allowed\":true}").require(200);
    assertThat(service.get(encoded).json().get("allowed").asBoolean()).isTrue();
    service.delete(unencoded).require(204);
    service.get(encoded).require(404);
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.org/a?b=c, https%3A%2F%2Fexample.org%2Fa%3Fb%3Dc",
    "https://example.org/a?limit=5, https%3A%2F%2Fexample.org%2Fa%3Flimit%3D5",
    "https://example.org/a?collection=default, https%3A%2F%2Fexample.org%2Fa%3Fcollection%3Ddefault",
    "https://example.org/a%20b, https%3A%2F%2Fexample.org%2Fa%2520b",
    "https:%2F%2Fexample.org/a, https%3A%252F%252Fexample.org%2Fa",
    "https://example.org/a/../b, https%3A%2F%2Fexample.org%2Fa%2F..%2Fb",
    "https://example.org/./a, https%3A%2F%2Fexample.org%2F.%2Fa",
    "https://example.org/a/.., https%3A%2F%2Fexample.org%2Fa%2F..",
    "https:///a, https%3A%2F%2F%2Fa",
  })
  void ambiguousIdsAreRefusedWithTheirEncoding(String url, String encoded) {
    for (String method : new String[] {"PUT", "GET", "PATCH", "DELETE"}) {
      boolean writes = method.startsWith("P");
      Answer answer =
          service.send(
              method,
              "/documents/" + url,
              writes ? JSON : Map.of(),
              writes ? method.equals("PUT") ? "{\"text\":\"a b c\"}" : "{\"allowed\":true}" : "");
      assertThat(answer.status()).as("%s %s", method, answer.body()).isIn(400, 404);
      assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
      assertThat(answer.text("/detail")).contains("/documents/" + encoded);
    }
  }

  /// Slashes that a proxy merged, at the end of an address, or sent by mistake.
  @ParameterizedTest
  @CsvSource({
    "https:/example.org/a, https%3A%2Fexample.org%2Fa",
    "cat-1/, cat-1%2F",
    "cat-1/text, cat-1%2Ftext",
    "/cat-1, %2Fcat-1",
    "cat-1/../../admin/backups, cat-1%2F..%2F..%2Fadmin%2Fbackups",
  })
  void pathsThatAreNoUrlAreNotFound(String id, String encoded) {
    Answer answer = service.put("/documents/" + id, "{\"text\":\"a b c\"}");
    answer.require(404);
    assertThat(answer.text("/detail")).contains("/documents/" + encoded);
  }

  @Test
  void moreDotSegmentsThanAPathHasAreRefusedByTheServer() {
    service.sendRaw("GET /documents/https://a/../../../../../../x HTTP/1.1").require(400);
  }

  @Test
  void unsupportedMethodsAreRefused() {
    Answer answer = service.send("POST", "/documents/https://example.org/a", JSON, "{}");
    answer.require(405);
    assertThat(answer.header("Allow")).contains("PUT");
  }
}
