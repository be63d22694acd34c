package io.neardup.cluster.relay;

import io.neardup.web.limits.UnreadBodyValve;
import io.neardup.web.problem.RequestIdValve;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.coyote.ActionCode;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.tomcat.util.http.MimeHeaders;
import org.apache.tomcat.util.net.ApplicationBufferHandler;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// The client of a forwarded request.
/* Heads are copied below Catalina, which would write media types anew, and below the compression of
Tomcat, which looks at the media type that Catalina has set. */
final class Client implements ApplicationBufferHandler {

  private static final String LENGTH = "Content-Length";

  /// Headers that concern a connection, or that are written anew.
  private static final Set<String> NOT_FORWARDED =
      names(
          "Connection",
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
          LENGTH);

  private static final String HOST = "Host";
  private static final String CONNECTION = "Connection";

  private final Request request;
  private final Response response;
  private ByteBuffer part = ByteBuffer.allocate(0);
  private final @Nullable SocketWrapperBase<?> socket; // null without a body

  Client(Request request, Response response) {
    this.request = request;
    this.response = response;
    this.socket = (SocketWrapperBase<?>) request.getAttribute(UnreadBodyValve.SOCKET);
  }

  private static Set<String> names(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    Collections.addAll(set, names);
    return set;
  }

  /// The hop that its request takes.
  Hop hop(Route.Elsewhere to) {
    return new Hop(
        request.getRemoteAddr(),
        request.isSecure() ? "https" : "http",
        request.getServerPort(),
        to.attributes());
  }

  /// The head of its request up to the headers that the instance adds.
  StringBuilder head(Call call, RequestBody body) {
    StringBuilder head = new StringBuilder(1024);
    head.append(call.method()).append(' ').append(call.target()).append(" HTTP/1.1\r\n");
    MimeHeaders headers = request.getCoyoteRequest().getMimeHeaders();
    Set<String> named = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (String value : Collections.list(headers.values(CONNECTION))) {
      for (String name : value.split(",", -1)) {
        named.add(name.strip());
      }
    }
    if (headers.getValue(HOST) == null) {
      Relay.header(head, HOST, request.getServerName() + ":" + request.getServerPort());
    }
    for (int i = 0; i < headers.size(); i++) {
      String name = headers.getName(i).toString();
      boolean isLeft =
          NOT_FORWARDED.contains(name)
              || named.contains(name)
              || RequestIdValve.HEADER.equalsIgnoreCase(name);
      if (!isLeft || HOST.equalsIgnoreCase(name)) {
        Relay.header(head, name, headers.getValue(i).toString());
      }
    }
    body.addHeaders(head);
    return head;
  }

  /// Writes the head of an answer; it is sent with what follows.
  void begin(ClassicHttpResponse head, boolean hasBody) {
    org.apache.coyote.Response answer = response.getCoyoteResponse();
    MimeHeaders headers = answer.getMimeHeaders();
    Set<String> named = Connection.tokens(head, CONNECTION);
    if (head.containsHeader(RequestIdValve.HEADER)) {
      headers.removeHeader(RequestIdValve.HEADER);
    }
    answer.setStatus(head.getCode());
    for (Header header : head.getHeaders()) {
      String name = header.getName();
      boolean isLength = name.equalsIgnoreCase(LENGTH);
      if (isLength) {
        answer.setContentLength(Long.parseLong(header.getValue()));
      }
      if (isLength || !(NOT_FORWARDED.contains(name) || named.contains(name))) {
        headers.addValue(name).setString(header.getValue());
      }
    }
    if (hasBody && Connection.endsWithConnection(head)) {
      headers.addValue(CONNECTION).setString("close");
    }
    answer.commit();
  }

  /// Reads a part of the body: what has arrived, or the next that does. Read below Catalina, which
  /// would make an error of the answer if the body is cut.
  ///
  /// @return with an array, valid until the next call; null at the end of the body
  @Nullable ByteBuffer read() throws IOException {
    int count = request.getCoyoteRequest().doRead(this);
    return count < 0 ? null : part;
  }

  /// How many bytes of the connection have arrived that were not read, at least.
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
    // The buffer of the connection is used.
  }

  /// Waits longer for more of a body: the owner decides how long is too long. A client that sends
  /// everything before it reads does not fail, either, while it sends.
  ///
  /// @return the times to restore, read and write
  long[] setTimeouts(long read, long write) {
    if (socket == null) {
      return new long[] {0, 0};
    }
    long[] before = {socket.getReadTimeout(), socket.getWriteTimeout()};
    socket.setReadTimeout(read);
    socket.setWriteTimeout(write);
    return before;
  }

  /// Ends a read that waits for more of the body. What was written can still be sent.
  void stopReading() {
    Socket raw = raw();
    if (raw != null) {
      try {
        raw.shutdownInput();
      } catch (IOException e) {
        // It is closed already.
      }
    }
  }

  /// Ends a write that waits until the client reads.
  void stopWriting() {
    Socket raw = raw();
    if (raw != null) {
      try {
        raw.shutdownOutput();
      } catch (IOException e) {
        // It is closed already.
      }
    }
  }

  private @Nullable Socket raw() {
    return socket != null && socket.getSocket() instanceof NioChannel channel
        ? channel.getIOChannel().socket()
        : null;
  }

  /// Closes the connection so that the client sees that its answer is not complete.
  void cut(IOException cause) {
    response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, cause);
  }

  boolean hasAnswer() {
    return response.isCommitted();
  }

  Response response() {
    return response;
  }

  Request request() {
    return request;
  }
}
