package io.neardup.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.RunningService.Answer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// How callers say who they are, and what they are told if that is not enough.
@ExtendWith(OutputCaptureExtension.class)
class CallerTests {

  @TempDir static Path folder;
  private static Keys keys;

  @BeforeAll
  static void start() throws Exception {
    keys =
        Keys.start(
            folder,
            "--logging.level.io.neardup=debug",
            "--neardup.security.jwt.roles-claim=realm_access.roles",
            "--neardup.security.jwt.role-prefix=neardup:",
            "--neardup.security.jwt.collections-claim=only",
            "--neardup.security.cors.allowed-origins=https://search.example.org");
  }

  @AfterAll
  static void stop() {
    keys.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Authorization | Bearer k-reader-4f1c7e2a | 200",
        "Authorization | bearer  k-reader-4f1c7e2a | 200",
        "authorization | BEARER k-reader-4f1c7e2a | 200",
        "X-API-Key | k-reader-4f1c7e2a | 200",
        "x-api-key | k-reader-4f1c7e2a | 200",
        "Authorization | k-reader-4f1c7e2a | 401",
        "Authorization | Basic ay1yZWFkZXItNGYxYzdlMmE6 | 401",
        "Authorization | Bearer | 401",
        "Authorization | Bearer k-reader-4f1c7e2 | 401",
        "Authorization | Bearer k-reader-4f1c7e2a1 | 401",
        "Authorization | Bearer K-READER-4F1C7E2A | 401",
        "Authorization | Bearer k-reader-4f1c7e2a, k-admin-c2a86f17 | 401",
        "Authorization | Bearer a.b.c | 401",
        "X-API-Key | '' | 401",
        "X-API-Key | reader | 401",
        "Cookie | X-API-Key=k-reader-4f1c7e2a | 401",
      })
  void showsItsKeyInAHeader(String header, String value, int status) {
    Answer answer = keys.http().send("GET", "/duplicates?text=a", Map.of(header, value), "");
    assertThat(answer.status()).isEqualTo(status);
  }

  @Test
  void doesNotShowItInTheAddress() {
    assertThat(keys.call(null, "GET", "/duplicates?text=a&access_token=" + Keys.READER).status())
        .isEqualTo(401);
    assertThat(keys.call(null, "GET", "/duplicates?text=a&api_key=" + Keys.READER).status())
        .isEqualTo(401);
  }

  /// Two keys could be of two callers, and each part of the service could take another one.
  @Test
  void showsOneKeyOnly() {
    Map<String, String> both =
        Map.of("Authorization", "Bearer " + Keys.READER, "X-API-Key", Keys.READER);
    assertThat(keys.http().send("GET", "/duplicates?text=a", both, "").status()).isEqualTo(401);
    Answer twice =
        keys.http()
            .sendRaw(
                ("GET /duplicates?text=a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "X-API-Key: %s\r\nX-API-Key: %s\r\n\r\n")
                    .formatted(Keys.READER, Keys.ADMIN)
                    .getBytes(StandardCharsets.US_ASCII));
    assertThat(twice.status()).isEqualTo(401);
  }

  /// The hash stands in configuration files; whoever reads one must not come in with it.
  @Test
  void theHashIsNoKey() throws Exception {
    assertThat(keys.call(Keys.sha256(Keys.READER), "GET", "/duplicates?text=a").status())
        .isEqualTo(401);
  }

  @Test
  void isToldHowToShowAKey() {
    Answer none = keys.call(null, "GET", "/duplicates?text=a");
    assertThat(none.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"neardup\"");
    assertThat(none.json().get("type").asString()).isEqualTo("urn:neardup:problem:unknown-caller");
    assertThat(none.json().get("detail").asString())
        .isEqualTo(
            "Authorization is missing; send 'Authorization: Bearer <key or token>' or"
                + " 'X-API-Key: <key>'");
    Answer wrong = keys.call("k-nobody", "GET", "/duplicates?text=a");
    assertThat(wrong.header("WWW-Authenticate"))
        .isEqualTo("Bearer realm=\"neardup\", error=\"invalid_token\"");
    assertThat(wrong.body()).doesNotContain("k-nobody").contains("X-API-Key");
  }

  @Test
  void isToldThatItsRoleIsNotEnough() {
    Answer answer = keys.call(Keys.READER, "DELETE", "/documents/a");
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.header("WWW-Authenticate"))
        .isEqualTo("Bearer realm=\"neardup\", error=\"insufficient_scope\"");
    assertThat(answer.json().get("detail").asString())
        .isEqualTo("Authorization must have a key or token of role write, which this call takes");
  }

  /// Whether there is such a collection is nothing that it may know.
  @Test
  void isToldThatACollectionIsNotItsOwnBeThereOneOrNot() {
    Map<String, String> caller =
        Map.of("X-API-Key", Keys.WRITER_ELSEWHERE, "X-Request-Id", "the-same");
    Answer there = keys.http().send("GET", "/documents/a?collection=default", caller, "");
    Answer not = keys.http().send("GET", "/documents/a?collection=dogs", caller, "");
    assertThat(there.status()).isEqualTo(403);
    assertThat(not.body().replace("dogs", "default")).isEqualTo(there.body());
    assertThat(keys.call(Keys.WRITER_ELSEWHERE, "GET", "/documents/a").status()).isEqualTo(403);
  }

  /// A comparison touches a collection where one of its sides is a stored document.
  @Test
  void comparesStoredDocumentsOfItsOwnCollectionsOnly() {
    String json = "{\"a\":{\"id\":\"nobody\"},\"b\":{\"text\":\"b\"}}";
    Map<String, String> headers =
        Map.of("Content-Type", "application/json", "X-API-Key", Keys.WRITER_ELSEWHERE);
    assertThat(keys.http().send("POST", "/compare", headers, json).status()).isEqualTo(403);
    String texts = json.replace("\"id\"", "\"text\"");
    assertThat(keys.http().send("POST", "/compare", headers, texts).status()).isEqualTo(200);
    headers = Map.of("Content-Type", "application/json", "X-API-Key", Keys.READER_HERE);
    assertThat(keys.http().send("POST", "/compare", headers, json).status()).isEqualTo(404);
  }

  @Test
  void isShownItsOwnCollectionsOnly() {
    assertThat(keys.call(Keys.READER, "GET", "/actuator/info").json().get("collections"))
        .hasSize(1);
    assertThat(keys.call(Keys.WRITER_ELSEWHERE, "GET", "/actuator/info").json().get("collections"))
        .isEmpty();
  }

  @Test
  void hasTheRolesAndCollectionsThatItsTokenClaims() {
    String writer =
        keys.token(Map.of("realm_access", Map.of("roles", List.of("x", "neardup:write"))));
    assertThat(keys.call(writer, "DELETE", "/documents/a").status()).isEqualTo(404);
    assertThat(keys.call(writer, "GET", "/actuator/metrics").status()).isEqualTo(403);
    String elsewhere =
        keys.token(
            Map.of("realm_access", Map.of("roles", List.of("neardup:write")), "only", "cats dogs"));
    assertThat(keys.call(elsewhere, "DELETE", "/documents/a").status()).isEqualTo(403);
    assertThat(keys.call(elsewhere, "DELETE", "/documents/a?collection=dogs").status())
        .isEqualTo(404);
    String flat = keys.token(Map.of("roles", List.of("neardup:admin")));
    assertThat(keys.call(flat, "GET", "/duplicates?text=a").status()).isEqualTo(403);
    String bare = keys.token(Map.of("realm_access", Map.of("roles", List.of("admin"))));
    assertThat(keys.call(bare, "GET", "/duplicates?text=a").status()).isEqualTo(403);
  }

  @Test
  void noTokenIsTakenThatIsNotSignedOrSignedOtherwise() {
    String good = keys.token(Map.of("realm_access", Map.of("roles", List.of("neardup:admin"))));
    assertThat(keys.call(good, "GET", "/actuator/metrics").status()).isEqualTo(200);
    String payload = good.split("\\.")[1];
    String none = "eyJhbGciOiJub25lIn0." + payload + ".";
    assertThat(keys.call(none, "GET", "/actuator/metrics").status()).isEqualTo(401);
    String cut = good.substring(0, good.lastIndexOf('.') + 1);
    assertThat(keys.call(cut, "GET", "/actuator/metrics").status()).isEqualTo(401);
    String hmac = "eyJhbGciOiJIUzI1NiJ9." + payload + "." + good.split("\\.")[2];
    assertThat(keys.call(hmac, "GET", "/actuator/metrics").status()).isEqualTo(401);
  }

  @Test
  void pagesOfAllowedOriginsMayCall() {
    Map<String, String> preflight =
        Map.of(
            "Origin", "https://search.example.org",
            "Access-Control-Request-Method", "POST",
            "Access-Control-Request-Headers", "content-type,x-api-key");
    Answer allowed = keys.http().send("OPTIONS", "/duplicates", preflight, "");
    assertThat(allowed.status()).isEqualTo(200);
    assertThat(allowed.header("Access-Control-Allow-Origin"))
        .isEqualTo("https://search.example.org");
    assertThat(allowed.header("Access-Control-Allow-Credentials")).isEmpty();
    Map<String, String> call =
        Map.of(
            "Origin", "https://search.example.org",
            "Sec-Fetch-Site", "cross-site",
            "X-API-Key", Keys.READER);
    Answer answer = keys.http().send("GET", "/duplicates?text=a", call, "");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("Access-Control-Allow-Origin"))
        .isEqualTo("https://search.example.org");
    Map<String, String> other =
        Map.of("Origin", "https://search.example.org.evil.example", "X-API-Key", Keys.READER);
    Answer refused = keys.http().send("GET", "/duplicates?text=a", other, "");
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.header("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  void noKeyAndNoTokenIsLogged(CapturedOutput output) throws Exception {
    String good = keys.token(Map.of("roles", List.of("read")));
    String bad = Keys.foreignToken(Map.of("roles", List.of("read")));
    for (String secret : List.of(Keys.READER, "k-guessed-5e1b90", good, bad)) {
      for (String target :
          List.of("/duplicates?text=a", "/documents/nobody", "/actuator/metrics")) {
        keys.call(secret, "GET", target);
      }
    }
    assertThat(output).contains("A token was refused"); // so the log is seen here at all
    for (String secret :
        List.of(Keys.READER, "k-guessed-5e1b90", good, bad, good.split("\\.")[1])) {
      assertThat(output).doesNotContain(secret);
    }
  }
}
