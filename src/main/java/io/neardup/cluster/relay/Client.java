package io.neardup.cluster.relay;

import io.neardup.service.CallerQuota;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.limits.ArrivingBody;
import io.neardup.web.limits.Http1Protocol;
import io.neardup.web.limits.UnreadBodyValve;
import io.neardup.web.problem.RequestIdValve;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.coyote.ActionCode;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.tomcat.util.buf.ByteChunk;
import org.apache.tomcat.util.http.MimeHeaders;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// The client of a forwarded request.
/* A short body is read before it is forwarded: it saves a round trip, and can be sent to another instance if the
first one did not read it. A longer body, or one of unknown length, is a stream: it is not read until an
instance has accepted it with 100 (Continue), as if the client had asked for that. A client that did ask
gets its 100 only when the owner wants the body, so that body is never read first.

Heads are copied below Catalina, which would rewrite media types, and below Tomcat's compression, which inspects
the media type that Catalina has set. */
final class Client implements ApplicationBufferHandler {

  /// The longest body that is read before it is forwarded.
  static final int MAX_SHORT = 64 << 10;

  private static final String HOST = "Host";
  private static final String CONNECTION = "Connection";

  /// Headers that concern one connection (hop-by-hop), or that are written anew.
  private static final List<String> NOT_FORWARDED =
      List.of(
          CONNECTION,
          "Keep-Alive",
          "Proxy-Connection",
          "Proxy-Authenticate",
          "Proxy-Authorization",
          "TE",
          "Trailer",
          "Transfer-Encoding",
          "Upgrade",
          "HTTP2-Settings",
          "Expect",
          "Content-Length");

  private final Request request;
  private final Response response;
  private final long length; // negative if unknown, or without a body
  private final boolean isStream;
  private final byte @Nullable [] bytes;
  private final SocketWrapperBase<?> socket;
  private boolean isUntilClose; // whether the connection's end marks the answer's end
  private ByteBuffer part = ByteBuffer.allocate(0);

  /// Reads the body if it is short.
  ///
  /// @param uploads limits the number of awaited bodies
  /// @param longest how long the body may take to arrive
  Client(Request request, Response response, CallerQuota uploads, Duration longest)
      throws IOException {
    this.request = request;
    this.response = response;
    this.socket = Objects.requireNonNull(Http1Protocol.socketOf(request.getCoyoteRequest()));
    this.length = request.getContentLengthLong();
    boolean hasBody = length != 0 && UnreadBodyValve.mayHaveBody(request.getCoyoteRequest());
    this.isStream = hasBody && (isAwaited(request) || request.getCoyoteRequest().hasExpectation());
    this.bytes = hasBody && !isStream ? read((int) length, uploads, longest) : null;
  }

  private byte[] read(int count, CallerQuota uploads, Duration longest) throws IOException {
    try {
      byte[] read = new ArrivingBody(request, uploads, longest).readNBytes(count);
      if (read.length == count) {
        return read;
      }
    } catch (IOException e) {
      // Tomcat reports that the body ended early.
    }
    throw RequestException.invalid("body", "has ended before its Content-Length; send all of it");
  }

  /// Whether a forwarded request has a body that the client sends only after 100 (Continue).
  static boolean isAwaited(Request request) {
    long length = request.getContentLengthLong();
    return length > MAX_SHORT
        || length < 0 && UnreadBodyValve.mayHaveBody(request.getCoyoteRequest());
  }

  boolean isStream() {
    return isStream;
  }

  /// The length of the body, negative if unknown.
  long length() {
    return length;
  }

  /// The body if it was read, otherwise null.
  byte @Nullable [] bytes() {
    return bytes;
  }

  /// Undoes reading: the request appears untouched.
  void putBack() {
    if (bytes != null) {
      ByteChunk chunk = new ByteChunk();
      chunk.setBytes(bytes, 0, bytes.length);
      request.getCoyoteRequest().action(ActionCode.REQ_SET_BODY_REPLAY, chunk);
    }
  }

  /// The hop of its request.
  Hop hop(Route.Elsewhere to) {
    return new Hop(
        request.getRemoteAddr(),
        request.isSecure() ? "https" : "http",
        request.getServerPort(),
        to.attributes());
  }

  /// The head of its request, without the headers that this instance adds.
  StringBuilder head(Call call) {
    StringBuilder head = Relay.head(call);
    MimeHeaders headers = request.getCoyoteRequest().getMimeHeaders();
    // Headers that Connection names are forwarded, since the owner must check If-Match.
    Set<String> left = left(List.of());
    left.add(RequestIdValve.HEADER);
    left.remove(HOST);
    if (headers.getValue(HOST) == null) {
      Relay.header(head, HOST, request.getServerName() + ":" + request.getServerPort());
    }
    for (int i = 0; i < headers.size(); i++) {
      String name = headers.getName(i).toString();
      if (!left.contains(name)) {
        Relay.header(head, name, headers.getValue(i).toString());
      }
    }
    if (length >= 0) {
      Relay.header(head, "Content-Length", Long.toString(length));
    } else if (isStream) {
      Relay.header(head, "Transfer-Encoding", "chunked");
    }
    return head;
  }

  /// The names of headers that are not forwarded.
  ///
  /// @param connection the values of the Connection header, which names some
  private static Set<String> left(List<String> connection) {
    Set<String> left = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    left.addAll(NOT_FORWARDED);
    for (String value : connection) {
      for (String name : value.split(",", -1)) {
        left.add(name.strip());
      }
    }
    return left;
  }

  /// Writes the head of an answer; it is sent together with the body.
  ///
  /// @param isCutAtEnd whether the connection's end marks the end of the answer
  void begin(ClassicHttpResponse head, boolean isCutAtEnd) {
    org.apache.coyote.Response answer = response.getCoyoteResponse();
    MimeHeaders headers = answer.getMimeHeaders();
    Set<String> left =
        left(List.of(head.getHeaders(CONNECTION)).stream().map(Header::getValue).toList());
    if (head.containsHeader(RequestIdValve.HEADER)) {
      headers.removeHeader(RequestIdValve.HEADER);
    }
    answer.setStatus(head.getCode());
    Header known = head.getFirstHeader("Content-Length");
    if (known != null && !head.containsHeader("Transfer-Encoding")) {
      answer.setContentLength(Long.parseLong(known.getValue()));
      headers.setValue("Content-Length").setString(known.getValue());
    }
    for (Header header : head.getHeaders()) {
      if (!left.contains(header.getName())) {
        headers.addValue(header.getName()).setString(header.getValue());
      }
    }
    isUntilClose = isCutAtEnd || "HTTP/1.0".equals(request.getProtocol()) && known == null;
    if (isCutAtEnd) {
      headers.addValue(CONNECTION).setString("close");
    }
    answer.commit();
  }

  /// Reads a part of the body: what has arrived, or else what arrives next. Reads below Catalina,
  /// which would turn the answer into an error if the body is cut.
  ///
  /// @return a buffer with an array, valid until the next call; null at the end of the body
  @Nullable ByteBuffer read() throws IOException {
    int count = request.getCoyoteRequest().doRead(this);
    return count < 0 ? null : part;
  }

  /// The refusal that tells the sender why the body could not be read to its end.
  static RequestException fault(IOException e) {
    boolean isLate =
        e instanceof SocketTimeoutException || e.getCause() instanceof SocketTimeoutException;
    return new RequestException(
        isLate ? Fault.TOO_SLOW : Fault.INVALID,
        "body",
        (isLate ? "must come without long pauses" : "has ended early, or has malformed chunks")
            + "; it is not known whether what came before was executed");
  }

  /// A lower bound of the bytes that have arrived on the connection but were not read.
  int available() {
    request.getCoyoteRequest().action(ActionCode.AVAILABLE, false);
    return request.getCoyoteRequest().getAvailable();
  }

  @Override
  public void setByteBuffer(ByteBuffer buffer) {
    part = buffer;
  }

  @Override
  public ByteBuffer getByteBuffer() {
    return part;
  }

  @Override
  public void expand(int size) {
    // Only the connection's buffer is used.
  }

  /// Waits longer for more of a body: the owner decides how long is too long. So a client that
  /// sends everything before it reads does not fail while sending.
  ///
  /// @return the timeouts to restore, for reads and writes
  long[] setTimeouts(long read, long write) {
    long[] before = {socket.getReadTimeout(), socket.getWriteTimeout()};
    socket.setReadTimeout(read);
    socket.setWriteTimeout(write);
    return before;
  }

  /// Ends a read that waits for more of the body, so that written data can still be sent. Or ends a
  /// write that waits for the client to read.
  void stop(boolean reading) {
    change(reading ? Socket::shutdownInput : Socket::shutdownOutput);
  }

  /// Closes the connection so that the client sees an incomplete answer: by a reset if the
  /// connection's end would mark the end of the answer.
  void cut(IOException cause) {
    if (isUntilClose) {
      change(raw -> raw.setSoLinger(true, 0));
    }
    response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, cause);
  }

  @FunctionalInterface
  private interface StateChange {
    void apply(Socket raw) throws IOException;
  }

  private void change(StateChange change) {
    if (socket.getSocket() instanceof NioChannel channel) {
      try {
        change.apply(channel.getIOChannel().socket());
      } catch (IOException e) {
        // Already closed.
      }
    }
  }

  boolean hasAnswer() {
    return response.isCommitted();
  }

  Response response() {
    return response;
  }
}
