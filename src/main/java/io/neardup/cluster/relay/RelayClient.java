package io.neardup.cluster.relay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.jspecify.annotations.Nullable;

/// Asks other instances for answers that are merged here. A request is sent once.
public final class RelayClient {

  /// The longest accepted answer, in bytes.
  public static final int MAX_ANSWER = 32 << 20;

  private final Relay relay;

  public RelayClient(Relay relay) {
    this.relay = relay;
  }

  /// A request.
  ///
  /// @param accept the media type of the answer
  /// @param body JSON, null for none
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Question(Call call, String accept, byte @Nullable [] body) {}

  /// A complete answer.
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Answer(int status, byte[] body) {}

  /// The instance was not reached, or has not read the request because it is not the owner: another
  /// one can be asked.
  public static final class NotReadException extends IOException {

    private static final long serialVersionUID = 1L;

    NotReadException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }

    /// Whether the instance itself refused.
    public boolean isRefusal() {
      return getCause() == null;
    }
  }

  /// Sends a request and waits for the answer.
  ///
  /// @param limit how long to wait
  /// @throws NotReadException if the request was certainly not executed
  /// @throws IOException if no complete answer arrives in time
  public Answer ask(Route.Elsewhere to, Question question, Duration limit) throws IOException {
    long end = System.nanoTime() + limit.toNanos();
    return exchange(
        to,
        question,
        () -> true,
        connection -> connection.awaitUntil(end),
        (status, in) -> read(in));
  }

  /// Sends a request and passes the lines of the answer as they arrive.
  ///
  /// @param silence how long to wait for the next line
  /// @param goesOn whether to keep waiting
  /// @param line takes each line, without line end; may block
  /// @return the answer without the lines; with its body if the status is not 200
  /// @throws NotReadException if the request was certainly not executed
  /// @throws IOException if the answer ends early, or a line is too long
  public Answer lines(
      Route.Elsewhere to,
      Question question,
      Duration silence,
      BooleanSupplier goesOn,
      Consumer<byte[]> line)
      throws IOException {
    return exchange(
        to,
        question,
        goesOn,
        connection -> connection.await(silence, goesOn),
        (status, in) -> status == HttpStatus.SC_OK ? pass(in, line) : read(in));
  }

  /// Reads the body of an answer.
  @FunctionalInterface
  private interface BodyReader {
    byte[] read(int status, InputStream in) throws IOException;
  }

  /// @param limits applied once the instance has accepted the request; until then the route's
  ///   patience applies
  private Answer exchange(
      Route.Elsewhere to,
      Question question,
      BooleanSupplier goesOn,
      Consumer<Connection> limits,
      BodyReader reader)
      throws IOException {
    Connection connection;
    try {
      connection = relay.take(to.instance(), to.patience());
    } catch (IOException e) {
      throw new NotReadException(to.instance() + " is not reached: " + Relay.message(e), e);
    }
    boolean complete = false;
    try {
      connection.await(to.patience(), goesOn);
      Call call = question.call;
      byte[] body = question.body;
      StringBuilder request = Relay.head(call);
      Relay.header(request, "Host", to.instance().getRawAuthority());
      Relay.header(request, "Accept", question.accept);
      if (body != null) {
        Relay.header(request, "Content-Type", "application/json");
        Relay.header(request, "Content-Length", Integer.toString(body.length));
      }
      Hop hop =
          new Hop("127.0.0.1", to.instance().getScheme(), to.instance().getPort(), to.attributes());
      String sealed = relay.addHeaders(request, hop, call, to.instance());
      connection.send(request, body);
      ClassicHttpResponse first = connection.readHead();
      limits.accept(connection);
      ClassicHttpResponse head = connection.finalHead(first);
      if (relay.isRefusal(head, sealed, to.instance())) {
        throw new NotReadException(to.instance() + " does not have the collection", null);
      }
      InputStream in = connection.answer(head, call);
      byte[] read = reader.read(head.getCode(), in);
      complete = true;
      return new Answer(head.getCode(), read);
    } finally {
      relay.giveBack(connection, complete);
    }
  }

  private static byte[] pass(InputStream in, Consumer<byte[]> lines) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    byte[] buffer = new byte[Connection.BUFFER];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      int begin = 0;
      for (int i = 0; i < count; i++) {
        if (buffer[i] == '\n') {
          line.write(buffer, begin, i - begin);
          lines.accept(line.toByteArray());
          line.reset();
          begin = i + 1;
        }
      }
      line.write(buffer, begin, count - begin);
      requireShort(line.size());
    }
    if (line.size() > 0) {
      throw new IOException("the answer ends within a line");
    }
    return new byte[0];
  }

  private static void requireShort(int bytes) throws IOException {
    if (bytes > MAX_ANSWER) {
      throw new IOException("the answer is longer than " + MAX_ANSWER + " bytes");
    }
  }

  private static byte[] read(InputStream in) throws IOException {
    byte[] body = in.readNBytes(MAX_ANSWER + 1);
    requireShort(body.length);
    return body;
  }
}
