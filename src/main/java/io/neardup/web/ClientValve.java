package io.neardup.web;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/// Lets the work on a request ask whether its client is still there.
///
/// A client that has closed its connection is noticed by reading, without waiting, what it may have
/// sent after the request. So one that closes only its own direction and goes on to read counts as
/// gone, as it does with most proxies. Of a client that speaks HTTP/2, and has a stream of a
/// connection that others share, nothing is known before something is written.
final class ClientValve extends ValveBase {

  private static final String CLIENT = "io.neardup.client";

  ClientValve() {
    super(true);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    BooleanSupplier left = () -> hasLeft(request.getCoyoteRequest());
    request.setAttribute(CLIENT, left);
    getNext().invoke(request, response);
  }

  /// Whether the client of a request has left, as far as that is known. To be asked by the thread
  /// of the request, after its body was read.
  static boolean hasLeft(HttpServletRequest request) {
    return request.getAttribute(CLIENT) instanceof BooleanSupplier left && left.getAsBoolean();
  }

  /// Tomcat answers only that a read would not have to wait, which is so at the end of a connection
  /// and if there is a next request. That one is in the buffer then, and a second look finds it
  /// there or reads no more.
  private static boolean hasLeft(org.apache.coyote.Request request) {
    return becomesReadable(request) && becomesReadable(request);
  }

  private static boolean becomesReadable(org.apache.coyote.Request request) {
    return !isReadable(request, false) && isReadable(request, true);
  }

  /// @param reading whether the socket may be read, or only the buffers looked at
  private static boolean isReadable(org.apache.coyote.Request request, boolean reading) {
    request.action(ActionCode.AVAILABLE, reading);
    return request.getAvailable() > 0;
  }
}
