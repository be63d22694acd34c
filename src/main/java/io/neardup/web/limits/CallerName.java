package io.neardup.web.limits;

import jakarta.servlet.http.HttpServletRequest;

/// Tells callers from each other, to be fair between them: by their key or token, and where none is
/// asked for by their address.
public final class CallerName {

  private CallerName() {}

  public static String of(HttpServletRequest request) {
    String user = request.getRemoteUser();
    return user == null ? request.getRemoteAddr() : user;
  }
}
