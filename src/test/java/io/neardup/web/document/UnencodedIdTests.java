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

/// A URL as an id need not be percent-encoded where it is clear what the id is; elsewhere the
/// answer says how to encode it.
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
  void aUrlIsTheIdAsItIs(String url) {
    String unencoded = "/documents/" + url;
    String encoded = "/documents/" + UriUtils.encode(url, StandardCharsets.UTF_8);
    Answer put = service.put(unencoded, "{\"text\":\"a b c\"}");
    assertThat(put.status()).as(put.body()).isEqualTo(201);
    assertThat(put.json().get("id").asString()).isEqualTo(url);
    assertThat(put.header("Location")).isEqualTo(encoded);
    assertThat(service.get(encoded).json().get("id").asString()).isEqualTo(url);

    assertThat(service.get(unencoded).json().get("id").asString()).isEqualTo(url);
    assertThat(service.send("HEAD", unencoded, Map.of(), "").status()).isEqualTo(200);
    assertThat(service.send("PATCH", unencoded, JSON, "{\"allowed\":true}").status())
        .isEqualTo(200);
    assertThat(service.get(encoded).json().get("allowed").asBoolean()).isTrue();
    assertThat(service.delete(unencoded).status()).isEqualTo(204);
    assertThat(service.get(encoded).status()).isEqualTo(404);
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
  void anAddressWhoseIdIsNotClearIsAnsweredWithHowToEncodeIt(String url, String encoded) {
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
      assertThat(answer.json().get("detail").asString()).contains("/documents/" + encoded);
    }
  }

  /// Slashes that were merged on the way, at the end of an address, or by mistake.
  @ParameterizedTest
  @CsvSource({
    "https:/example.org/a, https%3A%2Fexample.org%2Fa",
    "cat-1/, cat-1%2F",
    "cat-1/text, cat-1%2Ftext",
    "/cat-1, %2Fcat-1",
    "cat-1/../../admin/backups, cat-1%2F..%2F..%2Fadmin%2Fbackups",
  })
  void whatIsNoUrlIsNotFound(String id, String encoded) {
    Answer answer = service.put("/documents/" + id, "{\"text\":\"a b c\"}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(404);
    assertThat(answer.json().get("detail").asString()).contains("/documents/" + encoded);
  }

  @Test
  void moreDotSegmentsThanAPathHasAreRefusedByTheServer() {
    assertThat(service.sendRaw("GET /documents/https://a/../../../../../../x HTTP/1.1").status())
        .isEqualTo(400);
  }

  @Test
  void anOtherMethodIsAnsweredAsElsewhere() {
    Answer answer = service.send("POST", "/documents/https://example.org/a", JSON, "{}");
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("Allow")).contains("PUT");
  }
}
