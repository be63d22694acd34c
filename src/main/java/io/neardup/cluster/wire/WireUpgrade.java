package io.neardup.cluster.wire;

import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.WebConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/// The connection of another instance, after the [Handshake]. Public, because the servlet container
/// creates it.
public final class WireUpgrade implements HttpUpgradeHandler {

  private @Nullable WireServer server;

  /// Lets a server answer, before the connection begins.
  ///
  /// @param given answers the requests of the connection
  public void use(WireServer given) {
    server = given;
  }

  /// Returns when the connection has ended: meanwhile nobody else reads it.
  @Override
  public void init(WebConnection connection) {
    WireServer answering = server;
    if (answering != null) {
      try {
        answering.serve(
            connection.getInputStream(), connection.getOutputStream(), () -> close(connection));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void close(WebConnection connection) throws IOException {
    try {
      connection.close();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
  }

  @Override
  public void destroy() {
    // It has ended.
  }
}
