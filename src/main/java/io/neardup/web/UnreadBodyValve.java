package io.neardup.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;

/// Closes the connection of a client that was too slow. Tomcat would otherwise read the rest of its
/// body, for which it would take all the time it likes.
final class UnreadBodyValve extends ValveBase {

  /// The attribute of requests that says so.
  static final String LEAVE_UNREAD = "io.neardup.leaveUnread";

  UnreadBodyValve() {
    super(true);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    getNext().invoke(request, response);
    if (request.getAttribute(LEAVE_UNREAD) != null) {
      request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
  }
}
