package io.neardup.web.json;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.limits.BodyLimitFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.HttpHeaders;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/// Refuses query parameters and conditional headers that a call does not support: a misspelt
/// `maxdistance` must not silently select the default.
public final class KnownParametersInterceptor implements HandlerInterceptor {

  private static final String NO_EFFECT =
      "is not supported by this call and would have no effect; remove it";

  /// How to make a repeated write safe, for clients that send the header other services have for
  /// that.
  private static final String REPEATABLE =
      ". A document whose id you choose can be sent again: by PUT /documents/{id} with"
          + " If-None-Match: *, which answers 412 if it is already stored, or as a line with id";

  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  /// Headers that prevent unintended writes.
  private static final List<String> PROTECTIVE =
      List.of(
          HttpHeaders.IF_MATCH,
          HttpHeaders.IF_NONE_MATCH,
          HttpHeaders.IF_MODIFIED_SINCE,
          HttpHeaders.IF_UNMODIFIED_SINCE,
          IDEMPOTENCY_KEY);

  /// Cache headers, which read-only calls may ignore.
  private static final Set<String> CACHING =
      Set.of(HttpHeaders.IF_NONE_MATCH, HttpHeaders.IF_MODIFIED_SINCE);

  /// The package prefix of our controllers; other endpoints come from libraries.
  private static final String OURS = "io.neardup.web.";

  private static final Set<String> READING = Set.of("GET", "HEAD");

  private final Map<Method, CallParameters> calls = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method
        && method.getBeanType().getPackageName().startsWith(OURS)) {
      if (request.getRequestURI().indexOf(';') >= 0) {
        throw RequestException.invalid("path", "must have %3B in place of a semicolon");
      }
      CallParameters call =
          calls.computeIfAbsent(method.getMethod(), _ -> CallParameters.by(method, name(request)));
      if (call.body()) {
        requireKnownEncoding(request, response);
      }
      call.check(request);
      requireSupported(request, call.headers());
    }
    return true;
  }

  private static String name(HttpServletRequest request) {
    return request.getMethod()
        + " "
        + request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
  }

  private static void requireKnownEncoding(
      HttpServletRequest request, HttpServletResponse response) {
    String encoding = BodyLimitFilter.contentEncoding(request);
    if (!encoding.isEmpty() && !encoding.equals("identity") && !BodyLimitFilter.isGzip(encoding)) {
      response.setHeader(HttpHeaders.ACCEPT_ENCODING, "gzip"); // RFC 9110, section 15.5.16
      throw new RequestException(
          Fault.UNSUPPORTED_MEDIA_TYPE,
          HttpHeaders.CONTENT_ENCODING,
          "must be gzip, or left out; was '" + encoding + "'");
    }
  }

  private static void requireSupported(HttpServletRequest request, Set<String> headers) {
    boolean reads = READING.contains(request.getMethod());
    for (String header : PROTECTIVE) {
      if (request.getHeader(header) != null
          && !(reads && CACHING.contains(header))
          && !headers.contains(header)) {
        throw RequestException.invalid(
            header, header.equals(IDEMPOTENCY_KEY) ? NO_EFFECT + REPEATABLE : NO_EFFECT);
      }
    }
  }
}
