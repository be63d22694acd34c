package io.neardup.security;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/// Security headers of answers. They forbid content sniffing, framing, and loading of resources
/// from other origins.
///
/// `Strict-Transport-Security` is sent only if the service itself does TLS, and never for names of
/// this machine, because other services may use plain HTTP there.
///
/// @param tls whether the service itself does TLS
record ResponseHeaders(boolean tls) {

  /// For answers with data.
  private static final String DATA = "default-src 'none'; frame-ancestors 'none'";

  /// For the web page at the root and its parts: nothing inline, nothing from other origins.
  private static final String PAGE =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

  /// For Swagger UI, which sets inline styles and draws its arrows from data URLs.
  private static final String SWAGGER_UI =
      "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
          + " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  /// The original URI that Spring gets to see for job requests. Otherwise it adds
  /// `Content-Disposition` to answers whose URI ends with a file extension, as job ids in a cluster
  /// do.
  private static final String JOBS = "/jobs/";

  private static final String YEAR = "max-age=31536000";

  /// Sets the headers before the controller runs, which may replace them.
  void write(HttpServletRequest request, HttpServletResponse response) {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (tls && request.isSecure() && !Loopback.isName(request.getServerName())) {
      response.setHeader("Strict-Transport-Security", YEAR);
    }
    response.setHeader("X-Frame-Options", "DENY");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Content-Security-Policy", policy(request.getRequestURI()));
    if (request.getRequestURI().startsWith(JOBS)) {
      request.setAttribute(RequestDispatcher.FORWARD_REQUEST_URI, JOBS);
    }
  }

  private static String policy(String path) {
    if (path.startsWith("/swagger-ui/")) {
      return SWAGGER_UI;
    }
    return path.equals("/")
            || path.equals("/index.html")
            || path.startsWith("/page/")
            || path.startsWith("/webjars/")
        ? PAGE
        : DATA;
  }
}
