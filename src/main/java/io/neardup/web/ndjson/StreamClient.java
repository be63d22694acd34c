package io.neardup.web.ndjson;

import io.neardup.web.limits.UnreadBodyValve;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Duration;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/// The client of an NDJSON stream, which may send everything before it reads the first answer.
///
/// Tomcat closes a connection whose client reads nothing for `server.tomcat.connection-timeout`,
/// even if it still sends. For a stream, that time counts only while the service has nothing to do
/// but wait for the client to read. A client that neither sends nor reads exceeds the read timeout.
///
/// In HTTP/2, where many requests share a connection, Tomcat's timeout remains.
final class StreamClient implements AutoCloseable {

  private static final int NO_TIMEOUT = 0;

  private final @Nullable SocketWrapperBase<?> socket;
  private final Duration patience;

  /// @param request whose body is the stream
  StreamClient(HttpServletRequest request) {
    this.socket = (SocketWrapperBase<?>) request.getAttribute(UnreadBodyValve.SOCKET);
    this.patience = Duration.ofMillis(socket == null ? 0 : Math.max(0, socket.getWriteTimeout()));
    if (socket != null) {
      socket.setWriteTimeout(NO_TIMEOUT);
    }
  }

  /// Closes the connection, so that a blocked write fails, if the client has not read for longer
  /// than the timeout.
  ///
  /// @param nanos how long the service has been unable to write
  void awaited(long nanos) {
    if (socket != null && patience.isPositive() && nanos > patience.toNanos()) {
      try {
        if (socket.getSocket() instanceof NioChannel channel) {
          channel.getIOChannel().shutdownOutput();
        }
      } catch (IOException e) {
        // Already closed.
      }
    }
  }

  /// Restores Tomcat's timeout for the next request on the connection.
  @Override
  public void close() {
    if (socket != null) {
      socket.setWriteTimeout(patience.toMillis());
    }
  }
}
