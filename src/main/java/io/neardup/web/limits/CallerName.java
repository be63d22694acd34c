package io.neardup.web.limits;

import jakarta.servlet.http.HttpServletRequest;

/// Identifies callers, for fairness between them: by key name or token subject; by address if the
/// service requires neither.
public final class CallerName {

  private CallerName() {}

  public static String of(HttpServletRequest request) {
    String user = request.getRemoteUser();
    return user == null ? request.getRemoteAddr() : user;
  }
}
