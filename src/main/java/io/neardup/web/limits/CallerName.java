package io.neardup.web.limits;

import jakarta.servlet.http.HttpServletRequest;

/// Distinguishes callers, for fairness between them: by the name of their key or the subject of
/// their token; by address if the service requires neither.
public final class CallerName {

  private CallerName() {}

  public static String of(HttpServletRequest request) {
    String user = request.getRemoteUser();
    return user == null ? request.getRemoteAddr() : user;
  }
}
