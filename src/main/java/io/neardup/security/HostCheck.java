package io.neardup.security;

import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/* A service on the loopback address can be reached by every program on the machine, including a
 * browser, which runs programs of any web page. A page of evil.example may not read answers of
 * 127.0.0.1, but its owner can let the name evil.example resolve to 127.0.0.1 once the page is
 * loaded (DNS rebinding). The service then has the page's own origin, and the browser allows the
 * page to read its answers. Only the Host header shows the attack.
 *
 * If the service listens on other addresses, a kubelet sends probes and Prometheus collects metrics
 * at the address of its pod or machine. Health reveals nothing useful to a page. Metrics name
 * collections, so they are answered under an IP address only: a page of the origin
 * http://10.1.2.3:8080 was served by this service. */

/// Refuses requests whose `Host` is not a name of the service and, in mode loopback, requests from
/// other machines. In other modes, health is answered under any name and metrics under any IP
/// address.
final class HostCheck {

  private static final RequestMatcher HEALTH =
      PathPatternRequestMatcher.withDefaults().matcher("/actuator/health/**");
  private static final RequestMatcher METRICS =
      PathPatternRequestMatcher.withDefaults().matcher("/actuator/prometheus");

  private final boolean loopbackPeersOnly;
  private final Set<String> names;

  /// @param names accepted besides this machine's names, without the port
  HostCheck(boolean loopbackPeersOnly, Set<String> names) {
    this.loopbackPeersOnly = loopbackPeersOnly;
    this.names =
        names.stream()
            .map(name -> name.toLowerCase(Locale.ROOT))
            .collect(Collectors.toUnmodifiableSet());
  }

  /// @throws RequestException if the request is refused
  void check(HttpServletRequest request) {
    if (request.getAttribute(Peers.INTERNAL) != null) {
      return;
    }
    if (loopbackPeersOnly && !Loopback.isAddress(request.getRemoteAddr())) {
      throw new RequestException(
          Fault.FORBIDDEN,
          "caller",
          "must be on this machine; to admit others, configure neardup.security.api-keys");
    }
    String host = request.getHeader(HttpHeaders.HOST); // sent by all browsers
    if (host != null
        && !isOurs(withoutPort(host))
        && !isForMonitoring(request, withoutPort(host))) {
      throw new RequestException(
          Fault.FORBIDDEN,
          HttpHeaders.HOST,
          "must be a name of this service, such as localhost; others are listed in"
              + " neardup.security.allowed-hosts");
    }
  }

  private boolean isOurs(String host) {
    return Loopback.isName(host) || names.contains(host.toLowerCase(Locale.ROOT));
  }

  private boolean isForMonitoring(HttpServletRequest request, String host) {
    return !loopbackPeersOnly
        && (HEALTH.matches(request) || Loopback.isLiteral(host) && METRICS.matches(request));
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }
}
