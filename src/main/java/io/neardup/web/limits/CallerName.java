package io.neardup.web.limits;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;

/// Tells callers from each other, to be fair between them: by their key or token, and where none is
/// asked for by their address.
public final class CallerName {

  private CallerName() {}

  public static String of(HttpServletRequest request) {
    String user = request.getRemoteUser();
    return user == null ? request.getRemoteAddr() : user;
  }

  /// Whose request this thread answers.
  public static String current() {
    return RequestContextHolder.currentRequestAttributes()
            instanceof ServletRequestAttributes attributes
        ? of(attributes.getRequest())
        : "";
  }
}
