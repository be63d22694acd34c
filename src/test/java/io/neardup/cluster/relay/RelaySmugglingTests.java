package io.neardup.cluster.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The owner sees the same requests whether a client sends ambiguous bytes to it or to another
/// instance: none is hidden in the body of another one.
@Timeout(60)
class RelaySmugglingTests {

  private static final String HIDDEN =
      "GET /hidden HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  private static final String CHUNKED = "Transfer-Encoding: chunked\r\n";
  private static final String CHUNKS = "3\r\nabc\r\n0\r\n\r\n";

  /// What handlers have read.
  private static final List<String> seen = new CopyOnWriteArrayList<>();

  private static Instance owner;
  private static Instance edge;

  @BeforeAll
  static void start(@TempDir Path directory) {
    owner = new Instance(directory, RelaySmugglingTests::answer);
    edge = new Instance(directory, (_, _) -> seen.add("edge"));
    edge.forwardTo(owner);
  }

  @AfterAll
  static void stop() {
    edge.close();
    owner.close();
  }

  private static void answer(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String line = request.getMethod() + " " + request.getRequestURL() + " ";
    try {
      byte[] body = request.getInputStream().readAllBytes();
      seen.add(line + new String(body, StandardCharsets.ISO_8859_1) + field(request));
    } catch (IOException e) {
      seen.add(line + "unreadable");
      throw e;
    }
    response.setStatus(200);
  }

  private static String field(HttpServletRequest request) {
    String field = request.getHeader("X-Field");
    return field == null ? "" : " " + field;
  }

  private static String post(String headers, String body) {
    return "POST /x HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n" + body;
  }

  private static String get(String target) {
    return "GET " + target + " HTTP/1.1\r\nHost: a\r\n\r\n";
  }

  static Stream<String> requests() {
    List<String> all = new ArrayList<>();
    for (String length :
        List.of("3, 3", "3,5", "+3", "-3", "0x3", "3 3", "", "99999999999999999999")) {
      all.add(post("Content-Length: " + length + "\r\n", "abc"));
    }
    all.add(post("Content-Length: 3\r\nContent-Length: 3\r\n", "abc"));
    all.add(post("Content-Length: 3\r\nContent-Length: 60\r\n", "abc"));
    all.add(post("Content-Length: 3\r\n" + CHUNKED, CHUNKS));
    all.add(post(CHUNKED + "Content-Length: 60\r\n", CHUNKS));
    for (String coding :
        List.of(
            "Chunked",
            "\tchunked ",
            "xchunked",
            "identity",
            "gzip, chunked",
            "chunked, gzip",
            "chunked, chunked",
            "chunked, identity",
            "chunked;q=1",
            "\"chunked\"",
            "chunked\u000b",
            ", chunked",
            "")) {
      all.add(post("Transfer-Encoding: " + coding + "\r\n", CHUNKS));
      all.add(post("Content-Length: 3\r\nTransfer-Encoding: " + coding + "\r\n", CHUNKS));
    }
    all.add(post("Transfer-Encoding : chunked\r\n", CHUNKS));
    all.add(post("Transfer-Encoding:\r\n chunked\r\n", CHUNKS));
    all.add(post("X-Field: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "abc"));
    all.add(post("Transfer_Encoding: chunked\r\nContent-Length: 3\r\n", "abc"));
    all.add(post(CHUNKED + CHUNKED, CHUNKS));
    all.add(post("Transfer-Encoding: identity\r\n" + CHUNKED, CHUNKS));
    all.add(
        "POST /x HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n" + CHUNKED + "\r\n" + CHUNKS);
    all.add("POST /x HTTP/1.0\r\nContent-Length: 3\r\n" + CHUNKED + "\r\n" + CHUNKS);
    all.add("POST /x HTTP/1.0\r\n\r\n");
    for (String method : List.of("GET", "HEAD", "DELETE", "OPTIONS", "PATCH", "SEARCH")) {
      all.add(method + post("Content-Length: 3\r\n", "abc").substring(4));
      all.add(method + post(CHUNKED, CHUNKS).substring(4));
      all.add(method + post("", "").substring(4));
    }
    for (String chunks :
        List.of(
            "3;a=b\r\nabc\r\n0;c\r\n\r\n",
            "003\r\nabc\r\n0\r\n\r\n",
            "3\r\nabc\r\n0\r\nX-Field: a\r\nContent-Length: 60\r\n" + CHUNKED + "\r\n",
            "3\r\nabc\r\n0\r\nX-Field: a\r\n b\r\n\r\n")) {
      all.add(post(CHUNKED, chunks));
    }
    for (String named :
        List.of("Content-Length", "Transfer-Encoding", "Host", "Neardup-Hop", "X-Field, close")) {
      all.add(post("Connection: " + named + "\r\nContent-Length: 3\r\n", "abc"));
      all.add(post("Connection: " + named + "\r\n" + CHUNKED, CHUNKS));
    }
    all.add(post("Expect: 100-continue\r\nContent-Length: 3\r\n", "abc"));
    all.add(post("Expect: 100-continue\r\n" + CHUNKED, CHUNKS));
    all.add(post("Expect: 200-ok\r\nContent-Length: 3\r\n", "abc"));
    all.add(post("Expect: 100-continue\r\nExpect: x\r\nContent-Length: 3\r\n", "abc"));
    all.add(post("X-Field: a\rContent-Length: 60\r\nContent-Length: 3\r\n", "abc"));
    all.add(post("X-Field: a\nContent-Length: 3\r\n", "abc"));
    all.add(post("X-Field: a\u0000b\r\nContent-Length: 3\r\n", "abc"));
    all.add(post(": a\r\nContent-Length: 3\r\n", "abc"));
    all.add(post("X-Field\r\nContent-Length: 3\r\n", "abc"));
    all.add(post("Host: b\r\n", ""));
    all.add("GET /x HTTP/1.1\r\n\r\n");
    all.add("GET /x HTTP/1.1\r\nHost: a b\r\n\r\n");
    all.add("GET /x HTTP/1.1\r\nHost: a/b\r\n\r\n");
    all.add("GET /x HTTP/1.1\r\nHost:\r\n\r\n");
    all.add("GET /x HTTP/2.0\r\nHost: a\r\n\r\n");
    all.add("GET /x\r\n\r\n");
    for (String target :
        List.of(
            "http://a/y?b",
            "http://b/y",
            "http://u@a/y",
            "http://a",
            "*",
            "a:80",
            "y",
            "//b/y",
            "/x#y",
            "/x y",
            "/x%0d%0aX-Field:%20a",
            "/x\u0001",
            "/x\\y",
            "/../x",
            "/x/..%2fy")) {
      all.add(get(target));
    }
    for (String line : List.of("OPTIONS *", "CONNECT a:80", "TRACE /x", "PRI *", "get /x")) {
      all.add(line + " HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("requests")
  void theOwnerSeesTheSameRequests(String request) throws IOException {
    List<String> direct = exchange(owner, request, 0);
    assertThat(exchange(edge, request, direct.size())).isEqualTo(direct);
  }

  static Stream<String> malformedChunks() {
    return Stream.of(
        "3;a=\"\r\nabc\r\n0\r\n\r\n",
        "3;" + "a".repeat(9000) + "\r\nabc\r\n0\r\n\r\n",
        "3\r\nabc\r\n0\r\nX-Field: " + "a".repeat(200_000) + "\r\n\r\n",
        "0x3\r\nabc\r\n0\r\n\r\n",
        "-3\r\nabc\r\n0\r\n\r\n",
        "fffffffff0\r\nabc\r\n0\r\n\r\n",
        "3\nabc\n0\n\n",
        "3 ;a\r\nabc\r\n0 0\r\n\r\n",
        "3\r\nabcd\r\n0\r\n\r\n",
        "3;a\nb\r\nabc\r\n0\r\n\r\n",
        "3\r\nabc\r\n0\r\n X\r\n\r\n",
        "\r\nabc\r\n0\r\n\r\n");
  }

  /// Its owner, too, sees that the body cannot be read, and no request after it.
  @ParameterizedTest
  @MethodSource("malformedChunks")
  void aMalformedBodyIsTheFaultOfTheClient(String chunks) throws IOException {
    List<String> direct = exchange(owner, post(CHUNKED, chunks), 0);
    assertThat(exchange(edge, post(CHUNKED, chunks), direct.size()))
        .isEqualTo(direct)
        .containsExactly("400", "POST http://a/x unreadable");
  }

  /// The status of each answer, and what handlers have read.
  ///
  /// @param expected how many
  private static List<String> exchange(Instance with, String request, int expected)
      throws IOException {
    seen.clear();
    StringBuilder statuses = new StringBuilder();
    try (RawClient client = new RawClient(with.port())) {
      client.send(request + HIDDEN);
      client.socket.shutdownOutput();
      client
          .readAll()
          .lines()
          .filter(line -> line.startsWith("HTTP/1.1 "))
          .map(line -> line.split(" ")[1])
          .filter(status -> !status.equals("100"))
          .forEach(statuses::append);
    }
    // The owner may see the end of a body after the client has seen its answer.
    Eventually.await().until(() -> seen.size() + 1 >= expected);
    List<String> result = new ArrayList<>(List.of(statuses.toString()));
    seen.forEach(each -> result.add(each.replaceFirst(":" + with.port(), ":port")));
    return result;
  }
}
