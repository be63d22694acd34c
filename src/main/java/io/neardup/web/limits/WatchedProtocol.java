package io.neardup.web.limits;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.coyote.Adapter;
import org.apache.coyote.ErrorState;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler.SocketState;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.res.StringManager;
import org.jspecify.annotations.Nullable;

/// Tomcat's HTTP/1.1, with a check whether the client of a request has disconnected. Public,
/// because Tomcat creates it by name.
///
/// While a request is processed, nothing reads from its connection. The check reads without
/// blocking: the next request goes into the buffer of the connection, where Tomcat finds it later,
/// and the end of the connection means that the client has disconnected. A client that closes only
/// its sending direction counts as disconnected, as with most proxies.
///
/// It also provides the socket of a request, whose timeout can then be set for each read; Tomcat
/// has one timeout for all requests.
///
/// HTTP/2 does not use this class: its clients are not checked.
public final class WatchedProtocol extends Http11NioProtocol {

  /// Of the numbers that Tomcat leaves to applications.
  private static final int NOTE = 20;

  private static final int SOCKET = 21;

  private static final String HEADERS_TOO_LARGE =
      StringManager.getManager(Http11Processor.class).getString("iib.requestheadertoolarge.error");

  /// A check whether the client of a request has disconnected; null if there is none. Only for the
  /// thread of the request, after the body was read.
  static @Nullable BooleanSupplier clientHasLeft(Request request) {
    return request.getNote(NOTE) instanceof BooleanSupplier left ? left : null;
  }

  /// The socket of a request, whose read timeout applies to the next read; null in HTTP/2, where
  /// many requests share one.
  public static @Nullable SocketWrapperBase<?> socketOf(Request request) {
    return (SocketWrapperBase<?>) request.getNote(SOCKET);
  }

  /// A request with a body is not upgraded to HTTP/2: Tomcat would first read all of the body, 4 KB
  /// at most, without a time limit.
  @Override
  public void addUpgradeProtocol(UpgradeProtocol protocol) {
    super.addUpgradeProtocol(protocol instanceof Http2Protocol ? new WithoutBody() : protocol);
  }

  private static final class WithoutBody extends Http2Protocol {
    @Override
    public boolean accept(Request request) {
      return !UnreadBodyValve.mayHaveBody(request) && super.accept(request);
    }
  }

  @Override
  protected Processor createProcessor() {
    return new WatchedProcessor(this, adapter);
  }

  private static final class WatchedProcessor extends Http11Processor {

    private boolean headersTooLarge;

    WatchedProcessor(AbstractHttp11Protocol<?> protocol, Adapter adapter) {
      super(protocol, adapter);
      BooleanSupplier left = this::clientHasLeft;
      request.setNote(NOTE, left);
    }

    @Override
    public SocketState service(SocketWrapperBase<?> socket) throws IOException {
      request.setNote(SOCKET, socket);
      headersTooLarge = false;
      return super.service(socket);
    }

    /// For headers that are too large, Tomcat answers 400, and once more because Host is missing.
    @Override
    protected void setErrorState(ErrorState state, @Nullable Throwable e) {
      headersTooLarge |=
          e instanceof IllegalArgumentException && HEADERS_TOO_LARGE.equals(e.getMessage());
      if (headersTooLarge) {
        response.setStatus(431);
        response.setHeader("Connection", "close");
      }
      super.setErrorState(state, e);
    }

    private boolean clientHasLeft() {
      try {
        getSocketWrapper().isReadyForRead();
        return false;
      } catch (IOException e) { // the end of the connection, or it is broken
        return true;
      }
    }
  }
}
