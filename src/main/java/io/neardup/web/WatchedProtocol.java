package io.neardup.web;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http11.Http11Processor;
import org.jspecify.annotations.Nullable;

/// HTTP/1.1 as Tomcat speaks it, where the work on a request can ask whether its client is still
/// there. Public, because Tomcat makes it by its name.
///
/// While a request is worked on, nobody reads from its connection. So what the client may have sent
/// since, the next request or the end of the connection, is read then, without waiting, into the
/// buffer of the connection, where the next request is looked for first. A client that closes only
/// its own direction and goes on to read counts as gone, as it does with most proxies.
///
/// Requests of HTTP/2 do not come this way: of their clients nothing is known.
public final class WatchedProtocol extends Http11NioProtocol {

  /// Of those that Tomcat leaves to others.
  private static final int NOTE = 20;

  /// Whether the client of a request has left; null where that cannot be told. To be asked by the
  /// thread of the request, after its body was read.
  static @Nullable BooleanSupplier clientHasLeft(Request request) {
    return request.getNote(NOTE) instanceof BooleanSupplier left ? left : null;
  }

  @Override
  protected Processor createProcessor() {
    return new WatchedProcessor(this, adapter);
  }

  private static final class WatchedProcessor extends Http11Processor {

    WatchedProcessor(AbstractHttp11Protocol<?> protocol, Adapter adapter) {
      super(protocol, adapter);
      BooleanSupplier left = this::clientHasLeft;
      request.setNote(NOTE, left);
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
