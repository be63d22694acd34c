package io.neardup.cluster.relay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.jspecify.annotations.Nullable;

/// Asks other instances on behalf of a caller, for answers that are put together here. A request is
/// sent once.
public final class RelayClient {

  /// The longest answer that is read, in bytes.
  public static final int MAX_ANSWER = 32 << 20;

  private final Relay relay;

  public RelayClient(Relay relay) {
    this.relay = relay;
  }

  /// A request.
  ///
  /// @param headers such as those with the credentials of the caller, and the media types
  /// @param body null for none
  /// @param hop says for whom it is, and what the owner is told
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Question(
      Call call, List<Map.Entry<String, String>> headers, byte @Nullable [] body, Hop hop) {}

  /// An answer, whole.
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Answer(int status, List<Map.Entry<String, String>> headers, byte[] body) {

    /// The first value of a header, null if there is none.
    public @Nullable String header(String name) {
      return headers.stream()
          .filter(each -> each.getKey().equalsIgnoreCase(name))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElse(null);
    }
  }

  /// An instance that was not reached, or that has not read the request since it is not the owner:
  /// the request can be sent to another one.
  public static final class NotReadException extends IOException {

    private static final long serialVersionUID = 1L;

    NotReadException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  /// Sends a request and waits for the answer.
  ///
  /// @param limit how long
  /// @throws NotReadException if it certainly was not executed
  /// @throws IOException if there is no whole answer in time
  public Answer ask(Route.Elsewhere to, Question question, Duration limit) throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    Connection connection;
    try {
      connection = relay.connections().take(to.instance());
    } catch (IOException e) {
      throw new NotReadException(to.instance() + " is not reached: " + Relay.message(e), e);
    }
    boolean complete = false;
    try {
      connection.awaitUntil(end);
      String sealed = relay.seal(question.hop(), question.call(), to.instance());
      send(connection, to, question, sealed);
      ClassicHttpResponse head = Relay.finalHead(connection);
      if (relay.isRefusal(head, sealed, to.instance())) {
        throw new NotReadException(to.instance() + " does not have the collection", null);
      }
      byte[] body = read(connection.answer(head, question.call()));
      complete = true;
      List<Map.Entry<String, String>> headers =
          List.of(head.getHeaders()).stream()
              .map(each -> Map.entry(each.getName(), each.getValue()))
              .toList();
      return new Answer(head.getCode(), headers, body);
    } finally {
      relay.connections().giveBack(connection, complete);
    }
  }

  private static void send(
      Connection connection, Route.Elsewhere to, Question question, String sealed)
      throws IOException {
    Call call = question.call();
    StringBuilder head = new StringBuilder();
    head.append(call.method()).append(' ').append(call.target()).append(" HTTP/1.1\r\n");
    Relay.header(head, "Host", to.instance().getRawAuthority());
    question.headers().forEach(each -> Relay.header(head, each.getKey(), each.getValue()));
    byte[] body = question.body();
    if (body != null) {
      Relay.header(head, "Content-Length", Integer.toString(body.length));
    }
    Relay.end(head, sealed);
    connection.head(head);
    if (body != null) {
      connection.write(body);
    }
    connection.flush();
  }

  private static byte[] read(@Nullable InputStream in) throws IOException {
    if (in == null) {
      return new byte[0];
    }
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    byte[] buffer = new byte[Connection.BUFFER];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      body.write(buffer, 0, count);
      if (body.size() > MAX_ANSWER) {
        throw new IOException("the answer is longer than " + MAX_ANSWER + " bytes");
      }
    }
    return body.toByteArray();
  }
}
