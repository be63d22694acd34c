package io.neardup.web.limits;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/// Attaches to each request the check of [WatchedProtocol] for a client that has disconnected.
public final class ClientValve extends ValveBase {

  private static final String CLIENT_HAS_LEFT = "io.neardup.clientHasLeft";

  public ClientValve() {
    super(true);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    BooleanSupplier left = WatchedProtocol.clientHasLeft(request.getCoyoteRequest());
    if (left != null) {
      request.setAttribute(CLIENT_HAS_LEFT, left);
    }
    getNext().invoke(request, response);
  }

  /// Whether the client of a request has disconnected; false if unknown. Only for the thread of the
  /// request, after the body was read.
  static boolean hasLeft(HttpServletRequest request) {
    return request.getAttribute(CLIENT_HAS_LEFT) instanceof BooleanSupplier left
        && left.getAsBoolean();
  }
}
