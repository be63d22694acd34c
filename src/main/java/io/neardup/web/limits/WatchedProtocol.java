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

/// HTTP/1.1 as Tomcat speaks it, where the work on a request can ask whether its client is still
/// there. Public, because Tomcat makes it by its name.
///
/// While a request is worked on, nobody reads from its connection. So what the client may have sent
/// since, the next request or the end of the connection, is read then, without waiting, into the
/// buffer of the connection, where the next request is looked for first. A client that closes only
/// its own direction and goes on to read counts as gone, as it does with most proxies.
///
/// It also tells which socket a request comes from, so that how long is waited for a client can be
/// changed for each read; Tomcat itself has one timeout for all requests.
///
/// Requests of HTTP/2 do not come this way: of their clients nothing is known.
public final class WatchedProtocol extends Http11NioProtocol {

  /// Of those that Tomcat leaves to others.
  private static final int NOTE = 20;

  private static final int SOCKET = 21;

  private static final String HEADERS_TOO_LARGE =
      StringManager.getManager(Http11Processor.class).getString("iib.requestheadertoolarge.error");

  /// Whether the client of a request has left; null where that cannot be told. To be asked by the
  /// thread of the request, after its body was read.
  static @Nullable BooleanSupplier clientHasLeft(Request request) {
    return request.getNote(NOTE) instanceof BooleanSupplier left ? left : null;
  }

  /// The socket that a request comes from, whose read timeout counts for what is read next; null if
  /// it comes in HTTP/2, where many requests share one.
  public static @Nullable SocketWrapperBase<?> socketOf(Request request) {
    return (SocketWrapperBase<?>) request.getNote(SOCKET);
  }

  /// A request with a body stays in HTTP/1.1 even if its client would go on in HTTP/2: Tomcat would
  /// read all of the body first, 4 KB at most, and take any time for it.
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

    /// Tomcat says 400 where headers are too large, and again as there is no Host among them.
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
