package io.neardup.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// A browser on this machine reaches the service and runs pages of arbitrary sites. No such page
/// can send it a request that is accepted.
@HttpTest
class BrowserTests {

  @Autowired private RunningService service;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:8080",
        "LOCALHOST:1",
        "neardup.localhost:8080",
        "127.0.0.1",
        "127.0.0.1:8080",
        "127.8.9.10:8080",
        "[::1]",
        "[::1]:8080",
      })
  void loopbackNamesAreAccepted(String host) {
    callUnder(host).require(200);
  }

  /// DNS rebinding: the owner of a host name can let it point to this machine after a page is
  /// loaded.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "127.0.0.1.evil.example:8080",
        "127.0.0.1.",
        "evil-localhost",
        "1270.0.0.1",
        "0.0.0.0:8080",
        "192.168.0.10:8080",
        "[::]",
        "[::2]:8080",
        "",
      })
  void otherNamesAreRefused(String host) {
    Answer answer = callUnder(host);
    answer.require(400, 403);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    if (answer.status() == 403) {
      assertThat(answer.text("/detail")).contains("Host", "neardup.security.allowed-hosts");
    }
  }

  @Test
  void requestsWithoutHostAreAccepted() {
    service
        .sendRaw("GET /duplicates?text=a HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
        .require(200);
  }

  private Answer callUnder(String host) {
    return service.sendRaw(
        ("GET /duplicates?text=a HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        // origin, site, mode, dest, whether accepted
        "-,-,-,-,true",
        "-,none,navigate,document,true",
        "-,same-origin,cors,empty,true",
        "SELF,-,-,-,true",
        "SELF,same-origin,cors,empty,true",
        "-,cross-site,navigate,document,true",
        "-,cross-site,navigate,iframe,false",
        "-,cross-site,no-cors,image,false",
        "-,cross-site,no-cors,script,false",
        "-,same-site,cors,empty,false",
        "https://evil.example,cross-site,cors,empty,false",
        "https://evil.example,-,-,-,false",
        "http://localhost:1,-,-,-,false",
        "http://localhost:1,same-site,cors,empty,false",
        "http://localhost,-,-,-,false",
        "null,-,-,-,false",
        "null,cross-site,cors,empty,false",
        "SELF,cross-site,cors,empty,false",
      })
  void pagesOfOtherOriginsAreRefused(
      String origin, String site, String mode, String dest, boolean mayIt) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (origin != null) {
      headers.put("Origin", origin.replace("SELF", "http://localhost:" + service.port()));
    }
    if (site != null) {
      headers.put("Sec-Fetch-Site", site);
    }
    if (mode != null) {
      headers.put("Sec-Fetch-Mode", mode);
      headers.put("Sec-Fetch-Dest", dest);
    }
    for (String target : List.of("/duplicates?text=a", "/actuator/health", "/v3/api-docs")) {
      Answer answer = service.send("GET", target, headers, "");
      assertThat(answer.status()).as(answer.body()).isEqualTo(mayIt ? 200 : 403);
      assertThat(answer.headers().map().keySet())
          .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"));
      if (!mayIt) {
        assertThat(answer.text("/detail"))
            .contains("Origin", "neardup.security.cors.allowed-origins");
      }
    }
  }

  @Test
  void linksFromOtherSitesAreRefused() {
    Map<String, String> form =
        Map.of(
            "Sec-Fetch-Site", "cross-site",
            "Sec-Fetch-Mode", "navigate",
            "Sec-Fetch-Dest", "document",
            "Content-Type", "application/json");
    service.send("POST", "/documents", form, "{\"text\":\"a\"}").require(403);
  }

  @Test
  void noPreflightIsAnswered() {
    for (JsonNode operation : List.of(service.get("/v3/api-docs").json().get("paths"))) {
      for (String path : operation.propertyNames()) {
        Map<String, String> preflight =
            Map.of(
                "Origin", "https://evil.example",
                "Access-Control-Request-Method", "POST",
                "Access-Control-Request-Headers", "content-type");
        Answer answer = service.send("OPTIONS", path.replaceAll("\\{\\w+}", "a"), preflight, "");
        assertThat(answer.status()).as(path).isEqualTo(403);
        assertThat(answer.headers().map().keySet())
            .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"));
      }
    }
  }

  /// Old browsers send cross-site forms without an Origin header, but only in these media types.
  @Test
  void contentTypesOfFormsAreRefused() {
    JsonNode paths = service.get("/v3/api-docs").json().get("paths");
    int tried = 0;
    for (Map.Entry<String, JsonNode> path : paths.properties()) {
      for (Map.Entry<String, JsonNode> call : path.getValue().properties()) {
        assertThat(call.getKey()).isIn("get", "post", "put", "patch", "delete");
        if (!call.getKey().equals("post")) {
          continue; // forms use GET and POST, and GET only reads
        }
        for (String type :
            List.of(
                "text/plain",
                "text/plain;charset=utf-8",
                "text/plain; application/json",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "")) {
          Map<String, String> headers = type.isEmpty() ? Map.of() : Map.of("Content-Type", type);
          Answer answer =
              service.send(
                  "POST", path.getKey().replaceAll("\\{\\w+}", "a"), headers, "{\"text\":\"a\"}");
          assertThat(answer.status()).as("%s as %s", path.getKey(), type).isEqualTo(415);
          tried++;
        }
      }
    }
    assertThat(tried).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/duplicates?text=a",
        "/documents/nobody",
        "/nowhere",
        "/swagger-ui.html",
        "/swagger-ui/index.html",
        "/swagger-ui/swagger-ui-bundle.js",
        "/v3/api-docs",
        "/actuator/health",
        "/actuator/metrics",
        "/duplicates?text=%zz",
      })
  void everyAnswerHasSecurityHeaders(String target) {
    Answer answer = service.sendRaw("GET " + target + " HTTP/1.1");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
    assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(answer.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
    assertThat(answer.header("Content-Security-Policy"))
        .contains("frame-ancestors 'none'")
        .contains(target.startsWith("/swagger-ui/") ? "default-src 'self'" : "default-src 'none'")
        .doesNotContain("script-src");
    assertThat(answer.header("Server")).isEmpty();
    assertThat(answer.header("X-Powered-By")).isEmpty();
    assertThat(answer.header("Set-Cookie")).isEmpty();
  }

  /// The web page loads its own parts and calls this service, and nothing else.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/index.html",
        "/page/app.js",
        "/page/compare/diff-worker.js",
        "/webjars/preact/dist/preact.module.js",
      })
  void theWebPageRunsItsOwnPartsAlone(String target) {
    Answer answer = service.get(target).require(200);
    assertThat(answer.header("Content-Security-Policy"))
        .isEqualTo(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                + " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");
    assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
    assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
    assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
    assertThat(answer.header("Cache-Control")).isEqualTo("no-cache");
    assertThat(answer.header("Set-Cookie")).isEmpty();
  }

  @Test
  void textsAreNotKeptInAnyCache() {
    assertThat(service.get("/duplicates?text=a").header("Cache-Control")).isEqualTo("no-store");
    Answer stream = service.postLines("/fingerprint", "{\"text\":\"a\"}\n");
    assertThat(stream.header("Cache-Control")).isEqualTo("no-store");
    assertThat(stream.header("X-Content-Type-Options")).isEqualTo("nosniff");
  }
}
