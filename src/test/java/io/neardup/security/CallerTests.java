package io.neardup.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.RunningService.Answer;
import io.neardup.service.InvalidConfigurationException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/// Authentication of callers, and the answers to requests that are refused.
@ExtendWith(OutputCaptureExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CallerTests {

  /// Headers that scripts can always read, or that only the browser uses.
  private static final Set<String> FOR_THE_BROWSER = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

  static {
    FOR_THE_BROWSER.addAll(
        List.of(
            "access-control-allow-origin",
            "access-control-expose-headers",
            "cache-control",
            "connection",
            "content-length",
            "content-security-policy",
            "content-type",
            "cross-origin-opener-policy",
            "date",
            "keep-alive",
            "referrer-policy",
            "transfer-encoding",
            "vary",
            "x-content-type-options",
            "x-frame-options"));
  }

  @TempDir static Path folder;
  @AutoClose private static Keys keys;

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
  void keyIsAcceptedInHeaders(String header, String value, int status) {
    Answer answer = keys.http().send("GET", "/duplicates?text=a", Map.of(header, value), "");
    assertThat(answer.status()).isEqualTo(status);
  }

  @Test
  void listsOfCollectionsNameTheRoleOfTheCaller() {
    assertThat(keys.call(Keys.READER, "GET", "/collections").text("/role")).isEqualTo("read");
    assertThat(keys.call(Keys.ADMIN, "GET", "/collections").text("/role")).isEqualTo("admin");
  }

  @Test
  void keyIsRefusedInTheUrl() {
    keys.call(null, "GET", "/duplicates?text=a&access_token=" + Keys.READER).require(401);
    keys.call(null, "GET", "/duplicates?text=a&api_key=" + Keys.READER).require(401);
  }

  /// If a request has two keys, each part of the service could use another one, so it is refused.
  @Test
  void severalKeysAreRefused() {
    Map<String, String> both =
        Map.of("Authorization", "Bearer " + Keys.READER, "X-API-Key", Keys.READER);
    keys.http().send("GET", "/duplicates?text=a", both, "").require(401);
    Answer twice =
        keys.http()
            .sendRaw(
                ("GET /duplicates?text=a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "X-API-Key: %s\r\nX-API-Key: %s\r\n\r\n")
                    .formatted(Keys.READER, Keys.ADMIN)
                    .getBytes(StandardCharsets.US_ASCII));
    twice.require(401);
  }

  /// The hash is stored in configuration files; their readers must not be able to use it as a key.
  @Test
  void theHashIsNotAKey() throws Exception {
    keys.call(Keys.sha256(Keys.READER), "GET", "/duplicates?text=a").require(401);
  }

  @Test
  void missingKeysAreAnsweredWithTheHeaderToSend() {
    Answer none = keys.call(null, "GET", "/duplicates?text=a");
    assertThat(none.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"neardup\"");
    assertThat(none.text("/type")).isEqualTo("urn:neardup:problem:unknown-caller");
    assertThat(none.text("/detail"))
        .isEqualTo(
            "Authorization is missing; send 'Authorization: Bearer <key or token>' or"
                + " 'X-API-Key: <key>'");
    Answer wrong = keys.call("k-nobody", "GET", "/duplicates?text=a");
    assertThat(wrong.header("WWW-Authenticate"))
        .isEqualTo("Bearer realm=\"neardup\", error=\"invalid_token\"");
    assertThat(wrong.body()).doesNotContain("k-nobody").contains("X-API-Key");
  }

  @Test
  void missingRolesAreNamed() {
    Answer answer = keys.call(Keys.READER, "DELETE", "/documents/a");
    answer.require(403);
    assertThat(answer.header("WWW-Authenticate"))
        .isEqualTo("Bearer realm=\"neardup\", error=\"insufficient_scope\"");
    assertThat(answer.text("/detail"))
        .isEqualTo(
            "Authorization must have a key or token of role write, which this call requires");
  }

  /// A limited caller must not learn whether a foreign collection exists.
  @Test
  void foreignCollectionsAreRefusedWhetherTheyExistOrNot() {
    Map<String, String> caller =
        Map.of("X-API-Key", Keys.WRITER_ELSEWHERE, "X-Request-Id", "the-same");
    Answer there = keys.http().send("GET", "/documents/a?collection=default", caller, "");
    Answer not = keys.http().send("GET", "/documents/a?collection=dogs", caller, "");
    there.require(403);
    assertThat(not.body().replace("dogs", "default")).isEqualTo(there.body());
    keys.call(Keys.WRITER_ELSEWHERE, "GET", "/documents/a").require(403);
  }

  /// A comparison concerns a collection if one of its sides is a stored document.
  @Test
  void comparesStoredDocumentsOfItsOwnCollectionsOnly() {
    String json = "{\"a\":{\"id\":\"nobody\"},\"b\":{\"text\":\"b\"}}";
    Map<String, String> headers =
        Map.of("Content-Type", "application/json", "X-API-Key", Keys.WRITER_ELSEWHERE);
    keys.http().send("POST", "/compare", headers, json).require(403);
    String texts = json.replace("\"id\"", "\"text\"");
    keys.http().send("POST", "/compare", headers, texts).require(200);
    headers = Map.of("Content-Type", "application/json", "X-API-Key", Keys.READER_HERE);
    keys.http().send("POST", "/compare", headers, json).require(404);
  }

  @Test
  void listsOnlyItsOwnCollections() {
    assertThat(keys.call(Keys.READER, "GET", "/actuator/info").json().get("collections"))
        .hasSize(1);
    assertThat(keys.call(Keys.WRITER_ELSEWHERE, "GET", "/actuator/info").json().get("collections"))
        .isEmpty();
  }

  @Test
  void hasTheRolesAndCollectionsThatItsTokenClaims() {
    String writer =
        keys.token(Map.of("realm_access", Map.of("roles", List.of("x", "neardup:write"))));
    keys.call(writer, "DELETE", "/documents/a").require(404);
    keys.call(writer, "GET", "/actuator/metrics").require(403);
    String elsewhere =
        keys.token(
            Map.of("realm_access", Map.of("roles", List.of("neardup:write")), "only", "cats dogs"));
    keys.call(elsewhere, "DELETE", "/documents/a").require(403);
    keys.call(elsewhere, "DELETE", "/documents/a?collection=dogs").require(404);
    String flat = keys.token(Map.of("roles", List.of("neardup:admin")));
    keys.call(flat, "GET", "/duplicates?text=a").require(403);
    String bare = keys.token(Map.of("realm_access", Map.of("roles", List.of("admin"))));
    keys.call(bare, "GET", "/duplicates?text=a").require(403);
  }

  @Test
  void unsignedAndWronglySignedTokensAreRefused() {
    String good = keys.token(Map.of("realm_access", Map.of("roles", List.of("neardup:admin"))));
    keys.call(good, "GET", "/actuator/metrics").require(200);
    String payload = good.split("\\.")[1];
    String none = "eyJhbGciOiJub25lIn0." + payload + ".";
    keys.call(none, "GET", "/actuator/metrics").require(401);
    String cut = good.substring(0, good.lastIndexOf('.') + 1);
    keys.call(cut, "GET", "/actuator/metrics").require(401);
    String hmac = "eyJhbGciOiJIUzI1NiJ9." + payload + "." + good.split("\\.")[2];
    keys.call(hmac, "GET", "/actuator/metrics").require(401);
  }

  /// The issuer creates tokens for other services too, with roles of those services.
  @Test
  void tokensOfOtherAudiencesAreRefused() {
    Map<String, Object> roles = Map.of("roles", List.of("neardup:admin"));
    assertThat(tokenFor(keys, roles, List.of("files", Keys.AUDIENCE))).isEqualTo(200);
    assertThat(tokenFor(keys, roles, Keys.AUDIENCE)).isEqualTo(200);
    assertThat(tokenFor(keys, roles, "files")).isEqualTo(401);
    assertThat(tokenFor(keys, roles, List.of("files", "mail"))).isEqualTo(401);
    assertThat(tokenFor(keys, roles, List.of())).isEqualTo(401);
    assertThat(tokenFor(keys, roles, Keys.AUDIENCE + "-2")).isEqualTo(401);
  }

  @Test
  void anyAudienceIsAcceptedIfConfigured(@TempDir Path other) throws Exception {
    try (Keys lax =
        Keys.start(
            other,
            "--neardup.security.jwt.any-audience=true",
            "--neardup.security.jwt.roles-claim=realm_access.roles",
            "--neardup.security.jwt.role-prefix=neardup:")) {
      Map<String, Object> roles = Map.of("roles", List.of("neardup:admin"));
      assertThat(tokenFor(lax, roles, "files")).isEqualTo(200);
      assertThat(tokenFor(lax, roles, List.of())).isEqualTo(200);
    }
  }

  private static int tokenFor(Keys service, Map<String, Object> roles, Object audience) {
    String token = service.token(Map.of("realm_access", roles, "aud", audience));
    return service.call(token, "GET", "/actuator/metrics").status();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--spring.security.oauth2.resourceserver.jwt.audiences="})
  void missingAudiencePreventsTheStart(String audiences, CapturedOutput output) {
    String issuer =
        "--spring.security.oauth2.resourceserver.jwt.jwk-set-uri=https://login.example.org/keys";
    assertThatThrownBy(() ->
            FreshService.start(
                audiences.isEmpty() ? new String[] {issuer} : new String[] {issuer, audiences}))
        .hasRootCauseInstanceOf(InvalidConfigurationException.class);
    assertThat(output)
        .contains("spring.security.oauth2.resourceserver.jwt.audiences is missing")
        .contains("neardup.security.jwt.any-audience=true")
        .doesNotContain("\tat io.neardup");
  }

  /// Pages of allowed origins can make every call of the API and read every header of its answers.
  @Test
  void preflightsAllowWhatTheApiHas() {
    int tried = 0;
    Set<String> headers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    JsonNode api = keys.call(null, "GET", "/v3/api-docs").json();
    JsonNode paths = api.get("paths");
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      for (Map.Entry<String, JsonNode> call : path.getValue().properties()) {
        String method = call.getKey().toUpperCase(Locale.ROOT);
        Map<String, String> preflight =
            Map.of(
                "Origin",
                "https://search.example.org",
                "Access-Control-Request-Method",
                method,
                "Access-Control-Request-Headers",
                requestHeaders(call.getValue()));
        String target = path.getKey().replaceAll("\\{\\w+}", "a");
        Answer answer = keys.http().send("OPTIONS", target, preflight, "");
        assertThat(answer.status()).as("%s %s", method, target).isEqualTo(200);
        assertThat(answer.header("Access-Control-Allow-Methods").split(",")).contains(method);
        assertThat(answer.header("Access-Control-Allow-Headers").split(", "))
            .contains(requestHeaders(call.getValue()).split(", "));
        for (JsonNode response : call.getValue().get("responses")) {
          JsonNode described =
              response.has("$ref")
                  ? api.at(response.get("$ref").asString().substring(1))
                  : response;
          headers.addAll(described.path("headers").propertyNames());
        }
        tried++;
      }
    }
    assertThat(tried).isGreaterThan(15);
    assertThat(headers).contains("ETag", "Location", "Neardup-Position", "Retry-After");
    Answer answer = fromPage("GET", "/duplicates?text=a", "", Map.of());
    assertThat(exposed(answer)).isEqualTo(headers);
  }

  private static String requestHeaders(JsonNode call) {
    StringBuilder names = new StringBuilder("content-type, x-api-key, x-request-id");
    call.path("parameters")
        .valueStream()
        .filter(parameter -> parameter.get("in").asString().equals("header"))
        .forEach(parameter ->
            names.append(", ").append(parameter.get("name").asString().toLowerCase(Locale.ROOT)));
    return names.toString();
  }

  /// The API description could lack a header; answers do not.
  @Test
  void pagesReadEveryHeaderThatAnswersHave() {
    String json = "{\"id\":\"cors\",\"text\":\"the cat sat on the mat\"}";
    Set<String> unread = new TreeSet<>();
    for (Answer answer :
        List.of(
            fromPage("POST", "/documents", json, Map.of()),
            fromPage("PATCH", "/documents/cors", "{\"enabled\":false}", Map.of()),
            fromPage("GET", "/documents/cors", "", Map.of()),
            fromPage("DELETE", "/documents/cors", "", Map.of()),
            fromPage("DELETE", "/documents/cors", "", Map.of()),
            fromPage("GET", "/actuator/metrics", "", Map.of()))) {
      Set<String> exposed = exposed(answer);
      answer.headers().map().keySet().stream()
          .filter(name -> !exposed.contains(name) && !FOR_THE_BROWSER.contains(name))
          .forEach(unread::add);
    }
    assertThat(unread).isEmpty();
  }

  private static Set<String> exposed(Answer answer) {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(List.of(answer.header("Access-Control-Expose-Headers").split(",\\s*")));
    return names;
  }

  private static Answer fromPage(
      String method, String target, String json, Map<String, String> further) {
    Map<String, String> headers = new TreeMap<>(further);
    headers.put("Origin", "https://search.example.org");
    headers.put("Sec-Fetch-Site", "cross-site");
    headers.put("X-API-Key", Keys.WRITER);
    if (!json.isEmpty()) {
      headers.put("Content-Type", "application/json");
    }
    return keys.http().send(method, target, headers, json);
  }

  @Test
  void pagesOfAllowedOriginsMayCall() {
    Map<String, String> preflight =
        Map.of(
            "Origin", "https://search.example.org",
            "Access-Control-Request-Method", "POST",
            "Access-Control-Request-Headers", "content-type,x-api-key");
    Answer allowed = keys.http().send("OPTIONS", "/duplicates", preflight, "");
    allowed.require(200);
    assertThat(allowed.header("Access-Control-Allow-Origin"))
        .isEqualTo("https://search.example.org");
    assertThat(allowed.header("Access-Control-Allow-Credentials")).isEmpty();
    Map<String, String> call =
        Map.of(
            "Origin", "https://search.example.org",
            "Sec-Fetch-Site", "cross-site",
            "X-API-Key", Keys.READER);
    Answer answer = keys.http().send("GET", "/duplicates?text=a", call, "");
    answer.require(200);
    assertThat(answer.header("Access-Control-Allow-Origin"))
        .isEqualTo("https://search.example.org");
    Map<String, String> other =
        Map.of("Origin", "https://search.example.org.evil.example", "X-API-Key", Keys.READER);
    Answer refused = keys.http().send("GET", "/duplicates?text=a", other, "");
    refused.require(403);
    assertThat(refused.header("Access-Control-Allow-Origin")).isEmpty();
  }

  @Test
  @Order(1) // services that later tests start reset the level of the log
  void keysAndTokensAreNotLogged(CapturedOutput output) throws Exception {
    String good = keys.token(Map.of("roles", List.of("read")));
    String bad = Keys.foreignToken(Map.of("roles", List.of("read")));
    for (String secret : List.of(Keys.READER, "k-guessed-5e1b90", good, bad)) {
      for (String target :
          List.of("/duplicates?text=a", "/documents/nobody", "/actuator/metrics")) {
        keys.call(secret, "GET", target);
      }
    }
    assertThat(output).contains("A token was refused"); // proves that the log is captured
    for (String secret :
        List.of(Keys.READER, "k-guessed-5e1b90", good, bad, good.split("\\.")[1])) {
      assertThat(output).doesNotContain(secret);
    }
  }
}
