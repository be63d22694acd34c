package io.neardup;

import static io.neardup.Eventually.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// A running service as its callers know it: an address that answers HTTP.
public final class RunningService {

  /// The media type of one JSON value.
  public static final String JSON = "application/json";

  /// The media type of NDJSON: one JSON value per line.
  public static final String NDJSON = "application/x-ndjson";

  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final int port;
  private final boolean repeats;

  /// The service that listens on `port` of this machine.
  public RunningService(int port) {
    this(port, false);
  }

  private RunningService(int port, boolean repeats) {
    this.port = port;
    this.repeats = repeats;
  }

  /// The same, where requests that are refused with "busy" are sent again, as clients do: on a busy
  /// machine, an instance may lose a partition for a moment.
  public RunningService repeating() {
    return new RunningService(port, true);
  }

  /// The port on which it listens.
  public int port() {
    return port;
  }

  /// Sends a request with a body, or without one if that is empty.
  ///
  /// @param target path and query, percent-encoded
  public Answer send(String method, String target, Map<String, String> headers, String body) {
    return send(
        method,
        target,
        headers,
        body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
  }

  /// Sends a request.
  ///
  /// @param target path and query, percent-encoded
  public Answer send(
      String method, String target, Map<String, String> headers, BodyPublisher body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + target))
            .timeout(PATIENCE)
            .method(method, body);
    headers.forEach(request::setHeader);
    return repeats
        ? Eventually.await().until(() -> send(request.build()), answer -> !answer.isBusy())
        : send(request.build());
  }

  private static Answer send(HttpRequest request) {
    try {
      HttpResponse<String> response = CLIENT.send(request, BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.headers(), response.body());
    } catch (IOException e) {
      throw new AssertionError("No answer to " + request, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted at " + request, e);
    }
  }

  /// Sends a GET.
  public Answer get(String target) {
    return send("GET", target, Map.of(), "");
  }

  /// Sends a DELETE.
  public Answer delete(String target) {
    return send("DELETE", target, Map.of(), "");
  }

  /// Puts JSON.
  public Answer put(String target, String json) {
    return send("PUT", target, Map.of("Content-Type", JSON), json);
  }

  /// Posts JSON.
  public Answer post(String target, String json) {
    return send("POST", target, Map.of("Content-Type", JSON), json);
  }

  /// Patches with JSON.
  public Answer patch(String target, String json) {
    return send("PATCH", target, Map.of("Content-Type", JSON), json);
  }

  /// Posts NDJSON.
  public Answer postLines(String target, String lines) {
    return send("POST", target, Map.of("Content-Type", NDJSON), lines);
  }

  /// Posts NDJSON and reads the answers as they arrive. If the connection breaks, the stream ends
  /// with an UncheckedIOException.
  public Stream<String> streamLines(String target, String lines) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://localhost:" + port + target))
            .timeout(PATIENCE)
            .header("Content-Type", NDJSON)
            .POST(BodyPublishers.ofString(lines))
            .build();
    try {
      return CLIENT.send(request, BodyHandlers.ofLines()).body();
    } catch (IOException e) {
      throw new AssertionError("No answer to POST " + target, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("Interrupted at POST " + target, e);
    }
  }

  /// Opens a connection, for requests that no HTTP client would send. Reading fails after some
  /// minutes without a byte.
  public Socket connect() throws IOException {
    return connect(new Socket());
  }

  /// Connects `socket`.
  public Socket connect(Socket socket) throws IOException {
    socket.setSoTimeout((int) PATIENCE.toMillis());
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    return socket;
  }

  /// Sends bytes unchanged and reads the only answer, after which the service must close the
  /// connection.
  public Answer sendRaw(byte[] request) {
    try (Socket socket = connect()) {
      socket.getOutputStream().write(request);
      socket.getOutputStream().flush();
      return readToEnd(socket.getInputStream());
    } catch (IOException e) {
      throw new AssertionError("No answer to " + new String(request, StandardCharsets.UTF_8), e);
    }
  }

  /// Sends a request with this request line, without a body.
  public Answer sendRaw(String requestLine) {
    return sendRaw(
        (requestLine + "\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8));
  }

  private static Answer readToEnd(InputStream in) throws IOException {
    String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    int end = answer.indexOf("\r\n\r\n");
    if (end < 0) {
      throw new IOException("not an HTTP answer: '" + answer + "'");
    }
    List<String> head = answer.substring(0, end).lines().toList();
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line : head.subList(1, head.size())) {
      int colon = line.indexOf(':');
      headers.put(line.substring(0, colon), List.of(line.substring(colon + 1).strip()));
    }
    String body = answer.substring(end + 4);
    if ("chunked".equals(headers.getOrDefault("Transfer-Encoding", List.of("")).getFirst())) {
      body = join(body);
    }
    int status = Integer.parseInt(head.getFirst().split(" ")[1]);
    return new Answer(status, HttpHeaders.of(headers, (name, value) -> true), body);
  }

  /// Joins chunks whose lengths are counted in characters, which suffices for ASCII.
  private static String join(String chunks) {
    StringBuilder body = new StringBuilder();
    for (int at = 0; at < chunks.length(); ) {
      int line = chunks.indexOf("\r\n", at);
      int length = Integer.parseInt(chunks.substring(at, line), 16);
      body.append(chunks, line + 2, line + 2 + length);
      at = line + 2 + length + 2;
      if (length == 0) {
        break;
      }
    }
    return body.toString();
  }

  /// The answer to a request.
  ///
  /// @param body empty if there was none
  public record Answer(int status, HttpHeaders headers, String body) {

    private boolean isBusy() {
      return status == 503 && body.contains("urn:neardup:problem:busy");
    }

    /// The value of a header, empty if it is missing.
    public String header(String name) {
      return headers.firstValue(name).orElse("");
    }

    /// Asserts that the status is one of these.
    public Answer require(Integer... statuses) {
      assertThat(status).as(body).isIn((Object[]) statuses);
      return this;
    }

    /// Asserts that this is a problem of the usual type of its status, see [Problems].
    ///
    /// @param field the first field that it names, or null if any
    /// @param says parts of its detail
    public Answer requireProblem(int expected, @Nullable String field, String... says) {
      return requireProblem(Problems.usual(expected), field, says);
    }

    /// Asserts that this is a problem.
    ///
    /// @param statusAndType such as `404 not-found`
    public Answer requireProblem(String statusAndType, @Nullable String field, String... says) {
      assertThat(status).as(body).hasToString(statusAndType.split(" ")[0]);
      assertThat(header("Content-Type")).as(body).isEqualTo("application/problem+json");
      Problems.require(json(), statusAndType, field, says);
      return this;
    }

    /// The text at a pointer into the JSON of the body, such as `/errors/0/field`.
    public String text(String pointer) {
      return json().at(pointer).asString();
    }

    /// The integer at that pointer.
    public int number(String pointer) {
      return json().at(pointer).asInt();
    }

    /// The body as one JSON value.
    public JsonNode json() {
      return Json.read(body);
    }

    /// The body as NDJSON, one JSON value per line.
    public List<JsonNode> lines() {
      return body.lines().map(Json::read).toList();
    }
  }
}
