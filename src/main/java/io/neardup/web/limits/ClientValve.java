package io.neardup.web.limits;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/// Lets the work on a request ask whether its client is still there: hands on what
/// [WatchedProtocol] knows.
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

  /// Whether the client of a request has left, as far as that is known. To be asked by the thread
  /// of the request, after its body was read.
  static boolean hasLeft(HttpServletRequest request) {
    return request.getAttribute(CLIENT_HAS_LEFT) instanceof BooleanSupplier left
        && left.getAsBoolean();
  }
}
