package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Forwarded answers are those that the owner gives to the client itself, byte for byte.
class RelayEqualityTests {

  private static final String LONG_JSON = "{\"texts\":[" + "\"abc\",".repeat(5_000) + "0]}";

  private static Instance owner;
  private static Instance edge;

  @BeforeAll
  static void start(@TempDir Path directory) {
    owner = new Instance(directory, RelayEqualityTests::answer);
    edge = new Instance(directory, RelayEqualityTests::answer);
    edge.forwardTo(owner);
  }

  @AfterAll
  static void stop() {
    edge.close();
    owner.close();
  }

  private static void answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    switch (request.getRequestURI()) {
      case "/nothing" -> response.setStatus(204);
      case "/unchanged" -> {
        response.setHeader("ETag", "\"7\"");
        response.setStatus(304);
      }
      case "/moved" -> response.sendRedirect("/there?a=1");
      case "/created" -> {
        response.setStatus(201);
        response.setHeader("Location", request.getRequestURL() + "/7");
      }
      case "/refused" -> {
        response.setStatus(401);
        response.setHeader("WWW-Authenticate", "Bearer");
        response.setContentType("application/problem+json");
        response.getOutputStream().print("{\"status\":401}");
      }
      case "/missing" -> response.sendError(404);
      case "/empty" -> response.flushBuffer();
      case "/headers" -> {
        response.addHeader("Set-Cookie", "a=1");
        response.addHeader("Set-Cookie", "b=2");
        response.addHeader("X-Latin", "\u00e9\u0081");
        response.setContentType("text/html;charset=utf-8");
        response.getOutputStream().print("x");
      }
      case "/json" -> {
        response.setContentType("application/json");
        response.getOutputStream().print(LONG_JSON);
      }
      case "/json/known" -> {
        response.setContentType("application/json");
        response.setContentLength(LONG_JSON.length());
        response.getOutputStream().print(LONG_JSON);
      }
      case "/lines" -> {
        response.setContentType("application/x-ndjson");
        for (int i = 0; i < 20; i++) {
          response.getOutputStream().print("{\"line\":" + i + "}\n");
          response.flushBuffer();
        }
      }
      case "/until-close" -> {
        response.setHeader("Connection", "close");
        response.getOutputStream().print("until the end");
        response.flushBuffer();
      }
      default -> mirror(request, response);
    }
  }

  private static void mirror(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body = request.getInputStream().readAllBytes();
    StringBuilder text = new StringBuilder();
    text.append(request.getMethod()).append(' ').append(request.getRequestURL()).append('\n');
    text.append(request.getQueryString()).append('\n');
    text.append(request.getRemoteAddr()).append(' ').append(request.isSecure()).append('\n');
    Collections.list(request.getHeaderNames()).stream()
        .map(name -> name.toLowerCase(Locale.ROOT))
        .filter(name -> !OF_CONNECTION.contains(name))
        .sorted()
        .forEach(name ->
            text.append(name)
                .append('=')
                .append(Collections.list(request.getHeaders(name)))
                .append('\n'));
    text.append(body.length).append(' ');
    text.append(HexFormat.of().formatHex(body, 0, Math.min(100, body.length)));
    response.setContentType("text/plain");
    response.getOutputStream().write(text.toString().getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String exchange(Instance with, byte[] request) throws IOException {
    try (RawClient client = new RawClient(with.port())) {
      client.send(request);
      String answer = client.readAll().replaceAll("Date: [^\r]*\r\n", "Date\r\n");
      String asked = "HTTP/1.1 100 \r\n\r\n";
      if (answer.startsWith(asked)) {
        return asked + sorted(answer.substring(asked.length()));
      }
      return sorted(answer);
    }
  }

  private static String sorted(String answer) {
    int end = answer.indexOf("\r\n\r\n");
    String body = answer.substring(end + 4);
    boolean isChunked = !body.isEmpty() && answer.contains("Transfer-Encoding: chunked");
    // Where Tomcat puts its own headers depends on when it knows them.
    return answer
        .substring(0, end)
        .lines()
        .sorted(Comparator.comparing(line -> line.split(":", 2)[0]))
        .collect(
            Collectors.joining("\n", "", "\n\n" + (isChunked ? RawClient.joined(body) : body)));
  }

  private static void assertSame(byte[] request) throws IOException {
    int before = owner.handled.get();
    String direct = exchange(owner, request);
    String forwarded = exchange(edge, request);
    assertThat(forwarded).isEqualTo(direct).contains("HTTP/1.1 ");
    assertThat(edge.handled).hasValue(0);
    boolean isRead = !direct.contains("HTTP/1.1 400"); // which no handler has seen
    assertThat(owner.handled).hasValue(isRead ? before + 2 : before);
  }

  private static final List<String> OF_CONNECTION = List.of("expect", "x-request-id", "connection");

  private static byte[] request(String line, String headers, String body) {
    return (line
            + " HTTP/1.1\r\nHost: neardup.example\r\nX-Request-Id: 7\r\nConnection: close\r\n"
            + headers
            + "\r\n"
            + body)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nothing",
        "/unchanged",
        "/moved",
        "/created",
        "/refused",
        "/missing",
        "/empty",
        "/headers",
        "/json",
        "/json/known",
        "/lines",
        "/until-close",
        "/mirror"
      })
  void answersAreThoseOfTheOwner(String path) throws IOException {
    assertSame(request("GET " + path, "", ""));
    assertSame(request("HEAD " + path, "", ""));
    assertSame(request("GET " + path, "Accept-Encoding: gzip\r\n", ""));
    assertSame(request("POST " + path, "Content-Length: 3\r\n", "abc"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/a%2Fb%5Cc;x=1/d",
        "/a//b",
        "/a?b=%zz&&c",
        "/a?",
        "/a?q=%C3%A9+%20&q=2&q",
        "/%e4",
        "/a/../b",
        "http://neardup.example/abs?x",
        "http://other.example/"
      })
  void addressesArriveAsTheyWereWritten(String target) throws IOException {
    assertSame(request("GET " + target, "", ""));
  }

  @Test
  void bodiesArriveAsTheyWereSent() throws IOException {
    assertSame(request("POST /m", "Content-Length: 0\r\n", ""));
    assertSame(request("POST /m", "", ""));
    assertSame(request("DELETE /m", "", ""));
    assertSame(request("PUT /m", "Content-Length: 70000\r\n", "x".repeat(70_000)));
    assertSame(request("PUT /m", "Content-Length: 3000000\r\n", "x".repeat(3_000_000)));
    assertSame(request("PATCH /m", "Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n"));
    assertSame(request("POST /m", "Transfer-Encoding: chunked\r\n", "0\r\n\r\n"));
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write("x".repeat(10_000).getBytes(StandardCharsets.UTF_8));
    }
    assertSame(
        request(
            "POST /m",
            "Content-Encoding: gzip\r\nContent-Length: " + packed.size() + "\r\n",
            packed.toString(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void headersAboutOneConnectionAreNotForwarded() throws IOException {
    assertSame(
        request(
            "GET /m",
            "X-A: 1\r\n"
                + "x-a: 2\r\n"
                + "X-Latin: \u00e9\u0081\r\n"
                + "Authorization: Bearer k\r\n"
                + "X-API-Key: k\r\n"
                + "Cookie: a=b\r\n"
                + "Accept: */*\r\n"
                + "User-Agent: me\r\n"
                + "X-Forwarded-For: 1.2.3.4\r\n",
            ""));
    String answer =
        exchange(
            edge,
            request(
                "GET /m",
                "Connection: X-Named, keep-alive\r\nX-Named: 1\r\nKeep-Alive: 5\r\nTE: trailers\r\n"
                    + "Upgrade: h2c\r\nProxy-Authorization: p\r\nX-Stays: 1\r\n",
                ""));
    assertThat(answer)
        .containsIgnoringCase("x-stays=[1]")
        .as("which the owner would read")
        .containsIgnoringCase("x-named=[1]")
        .doesNotContainIgnoringCase("keep-alive=")
        .doesNotContainIgnoringCase("\nte=[")
        .doesNotContainIgnoringCase("upgrade")
        .doesNotContainIgnoringCase("proxy-");
  }

  @Test
  void namesOfHeadersAreNotCaseSensitive() throws IOException {
    assertSame(request("PUT /m", "content-length: 3\r\n", "abc"));
    assertSame(request("PUT /m", "transfer-encoding: chunked\r\n", "3\r\nabc\r\n0\r\n\r\n"));
    assertThat(exchange(edge, request("GET /m", "connection: keep-alive\r\nte: a\r\n", "")))
        .contains("HTTP/1.1 200")
        .doesNotContainIgnoringCase("keep-alive")
        .doesNotContainIgnoringCase("\nte=");
  }

  @Test
  void clientsThatAskAreToldToSendTheirBodyWhenTheOwnerReadsIt() throws IOException {
    for (Instance instance : new Instance[] {owner, edge}) {
      try (RawClient client = new RawClient(instance.port())) {
        client.send(request("POST /m", "Content-Length: 3\r\nExpect: 100-continue\r\n", ""));
        assertThat(client.readHead()).startsWith("HTTP/1.1 100 ");
        client.send("abc");
        assertThat(client.readAll()).startsWith("HTTP/1.1 200 ").endsWith("3 616263");
      }
    }
    assertSame(request("POST /refused", "Content-Length: 3\r\nExpect: 100-continue\r\n", ""));
  }

  @Test
  void connectionsAreKeptOnBothSides() throws IOException {
    try (RawClient client = new RawClient(edge.port())) {
      for (int i = 0; i < 3; i++) {
        client.send("GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(client.readHead()).startsWith("HTTP/1.1 204 ").doesNotContain("close");
        client.send("POST /m HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
        assertThat(client.readTo("\n0 ")).startsWith("HTTP/1.1 200 ").doesNotContain("close");
      }
    }
  }
}
