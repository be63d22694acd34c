package io.neardup.web.limits;

import io.neardup.service.CallerRates;
import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.HandlerExceptionResolver;

/// Limits each caller's requests per second, with bursts of one second's worth: by the limit of its
/// key, or the one for all callers. Health checks are not counted.
public final class RateLimitFilter extends HttpFilter {

  private final int perSecond;
  private final CallerRates own;
  private final HandlerExceptionResolver problems;
  private final RequestRates rates;

  /// @param perSecond for all callers; 0 for no limit
  /// @param own the limits of individual keys, which take precedence
  /// @param rates counts requests by caller
  public RateLimitFilter(
      int perSecond, CallerRates own, RequestRates rates, HandlerExceptionResolver problems) {
    this.perSecond = perSecond;
    this.own = own;
    this.rates = rates;
    this.problems = problems;
  }

  @Override
  protected void doFilter(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    boolean isCounted =
        request.getAttribute(Peers.INTERNAL) == null
            && !request.getRequestURI().startsWith("/actuator/health");
    int most = isCounted ? own.ofPresentCaller().orElse(perSecond) : 0;
    long seconds = most == 0 ? 0 : rates.count(CallerName.of(request), most);
    if (seconds == 0) {
      chain.doFilter(request, response);
      return;
    }
    response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    problems.resolveException(
        request,
        response,
        null,
        new RequestException(
            Fault.TOO_MANY_REQUESTS,
            "caller",
            "may send "
                + most
                + " requests a second (neardup.limits.requests-per-second); wait, or send many in"
                + " one NDJSON stream"));
  }
}
