package io.neardup.security;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/* Who can reach a service that listens on the loopback address? Every program on the machine, and
 * with them the browser, which runs programs of others. A page of evil.example may not read what
 * 127.0.0.1 answers, but its owner can let the name evil.example point to 127.0.0.1 once the page
 * is loaded (DNS rebinding): then the service is of the page's own origin, and no rule of the
 * browser stands between the two. What gives it away is the name in the Host header.
 *
 * Where the service listens to others, those who keep it running call the address of its pod or
 * machine: a kubelet its probes, Prometheus its figures. Health says nothing that a page could
 * make use of. The figures name collections, so they are answered under an address alone: a page
 * that is of the origin http://10.1.2.3:8080 is one of this service, whoever sent the browser there. */

/// Lets in only requests that call the service by a name it has, and in mode loopback only those
/// from this machine. In other modes health can be asked under any name, and figures can be
/// collected under an address.
final class HostFilter extends OncePerRequestFilter {

  private static final RequestMatcher HEALTH =
      PathPatternRequestMatcher.withDefaults().matcher("/actuator/health/**");
  private static final RequestMatcher FIGURES =
      PathPatternRequestMatcher.withDefaults().matcher("/actuator/prometheus");

  private final boolean loopbackPeersOnly;
  private final Set<String> names;
  private final Refusals refusals;

  /// @param names besides those of this machine, without the port
  HostFilter(boolean loopbackPeersOnly, Set<String> names, Refusals refusals) {
    this.loopbackPeersOnly = loopbackPeersOnly;
    this.names =
        names.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
    this.refusals = refusals;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (loopbackPeersOnly && !Loopback.isAddress(request.getRemoteAddr())) {
      refusals.send(
          request,
          response,
          new RequestException(
              Kind.FORBIDDEN,
              "caller",
              "must be on this machine; to let in others, configure neardup.security.api-keys"));
      return;
    }
    String host = request.getHeader(HttpHeaders.HOST); // all browsers send one
    if (host != null && !isOurs(withoutPort(host)) && !isForKeepers(request, withoutPort(host))) {
      refusals.send(
          request,
          response,
          new RequestException(
              Kind.FORBIDDEN,
              HttpHeaders.HOST,
              "must be a name of this service, such as localhost; others are listed in"
                  + " neardup.security.allowed-hosts"));
      return;
    }
    chain.doFilter(request, response);
  }

  private boolean isOurs(String host) {
    return Loopback.isName(host) || names.contains(host.toLowerCase(Locale.ROOT));
  }

  private boolean isForKeepers(HttpServletRequest request, String host) {
    return !loopbackPeersOnly
        && (HEALTH.matches(request) || Loopback.isLiteral(host) && FIGURES.matches(request));
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }
}
