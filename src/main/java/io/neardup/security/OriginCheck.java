package io.neardup.security;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/// Refuses requests that a browser sends for a page of another origin, unless that origin is
/// allowed. Browsers report it in `Sec-Fetch-Site`, older ones in `Origin`; a page can forge
/// neither, and other clients send neither. Following a link is allowed: the answer is shown to the
/// user, and the page cannot read it.
final class OriginCheck {

  private static final String SITE = "Sec-Fetch-Site";
  private static final Set<String> OURS = Set.of("same-origin", "none");

  private final Set<String> allowed;

  /// @param allowed origins, such as `https://search.example.org`; `*` for all
  OriginCheck(Set<String> allowed) {
    this.allowed = Set.copyOf(allowed);
  }

  /// @throws RequestException if the request is refused
  void check(HttpServletRequest request) {
    if (!isOurs(request) && !isLink(request) && !isAllowed(request.getHeader(HttpHeaders.ORIGIN))) {
      throw new RequestException(
          Fault.FORBIDDEN,
          HttpHeaders.ORIGIN,
          "must be the origin of this service; list other origins in"
              + " neardup.security.cors.allowed-origins");
    }
  }

  private static boolean isOurs(HttpServletRequest request) {
    String site = request.getHeader(SITE);
    if (site != null) {
      return OURS.contains(site);
    }
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    return origin == null || isOf(origin, request.getHeader(HttpHeaders.HOST));
  }

  /// Compares host and port. The scheme may differ, as a proxy may have terminated TLS.
  private static boolean isOf(String origin, @Nullable String host) {
    int scheme = origin.indexOf("://");
    return host != null && scheme > 0 && origin.substring(scheme + 3).equalsIgnoreCase(host);
  }

  private static boolean isLink(HttpServletRequest request) {
    return request.getMethod().equals("GET")
        && "navigate".equals(request.getHeader("Sec-Fetch-Mode"))
        && "document".equals(request.getHeader("Sec-Fetch-Dest"));
  }

  private boolean isAllowed(@Nullable String origin) {
    return origin != null && (allowed.contains(origin) || allowed.contains("*"));
  }
}
