package io.neardup.web;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpHeaders;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/// Lets each caller send so many requests a second, and as many at once. Whoever asks for the
/// health of the service is not counted.
final class RateLimitFilter extends OncePerRequestFilter {

  /// Callers beyond that are forgotten, the one first that has not called for longest.
  private static final int MAX_CALLERS = 10_000;

  private final int perSecond;
  private final HandlerExceptionResolver problems;
  private final Map<String, Bucket> buckets =
      Collections.synchronizedMap(
          new LinkedHashMap<>(16, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
              return size() > MAX_CALLERS;
            }
          });

  RateLimitFilter(int perSecond, HandlerExceptionResolver problems) {
    this.perSecond = perSecond;
    this.problems = problems;
  }

  @Override
  protected boolean shouldNotFilter(HttpServletRequest request) {
    return request.getRequestURI().startsWith("/actuator/health");
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    ConsumptionProbe asked =
        buckets
            .computeIfAbsent(CallerName.of(request), caller -> bucket())
            .tryConsumeAndReturnRemaining(1);
    if (asked.isConsumed()) {
      chain.doFilter(request, response);
      return;
    }
    long seconds = TimeUnit.NANOSECONDS.toSeconds(asked.getNanosToWaitForRefill()) + 1;
    response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
    problems.resolveException(
        request,
        response,
        null,
        new RequestException(
            Kind.TOO_MANY_REQUESTS,
            "caller",
            "may send "
                + perSecond
                + " requests a second (neardup.limits.requests-per-second); wait, or send many in"
                + " one NDJSON stream"));
  }

  private Bucket bucket() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
        .build();
  }
}
