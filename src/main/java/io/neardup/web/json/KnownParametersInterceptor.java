package io.neardup.web.json;

import io.neardup.service.RequestException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Refuses parts of a request that nobody reads: a misspelt `maxdistance` must not pass for the
/// default.
public final class KnownParametersInterceptor implements HandlerInterceptor {

  private static final List<String> PROTECTIVE =
      List.of(
          HttpHeaders.IF_MATCH,
          HttpHeaders.IF_NONE_MATCH,
          HttpHeaders.IF_MODIFIED_SINCE,
          HttpHeaders.IF_UNMODIFIED_SINCE,
          "Idempotency-Key");

  /// Those by which caches ask for what they do not have yet: calls that read may ignore them.
  private static final Set<String> CACHING =
      Set.of(HttpHeaders.IF_NONE_MATCH, HttpHeaders.IF_MODIFIED_SINCE);

  /// The packages of the controllers, beside which the server has endpoints of libraries.
  private static final String OURS = "io.neardup.web.";

  private static final Set<String> READING = Set.of("GET", "HEAD");

  private final Map<HandlerMethod, Map<String, Boolean>> known = new ConcurrentHashMap<>();
  private final Map<HandlerMethod, Set<String>> honoured = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (request.getDispatcherType() != DispatcherType.ERROR
        && handler instanceof HandlerMethod method
        && isOurs(method)) {
      UnencodedIdFilter.requireClear(request);
      requirePlain(request);
      Map<String, Boolean> names = known.computeIfAbsent(method, KnownParametersInterceptor::names);
      request.getParameterMap().forEach((name, values) -> check(name, values.length, names));
      requireHonoured(request, method);
    }
    return true;
  }

  /// Refuses headers that protect from a write that is not wanted, where nobody reads them.
  private void requireHonoured(HttpServletRequest request, HandlerMethod method) {
    boolean reads = READING.contains(request.getMethod());
    for (String header : PROTECTIVE) {
      if (request.getHeader(header) != null
          && !(reads && CACHING.contains(header))
          && !honoured
              .computeIfAbsent(method, KnownParametersInterceptor::headers)
              .contains(header)) {
        throw RequestException.invalid(
            header, "is not honoured by this call, so that it protects from nothing; leave it out");
      }
    }
  }

  private static void requirePlain(HttpServletRequest request) {
    if (request.getRequestURI().indexOf(';') >= 0) {
      throw RequestException.invalid("path", "must have %3B in place of a semicolon");
    }
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw RequestException.invalid(
          HttpHeaders.CONTENT_ENCODING, "must be gzip, or left out; was '" + encoding + "'");
    }
  }

  private static void check(String name, int count, Map<String, Boolean> names) {
    if (!names.containsKey(name)) {
      throw RequestException.invalid(
          name,
          names.isEmpty()
              ? "is not a parameter here; this call takes none"
              : "is not a parameter here; known are " + String.join(", ", names.keySet()));
    }
    if (count > 1 && !names.getOrDefault(name, false)) {
      throw RequestException.invalid(name, "is given " + count + " times; give it once");
    }
  }

  private static boolean isOurs(HandlerMethod method) {
    return method.getBeanType().getPackageName().startsWith(OURS);
  }

  /// The names of the headers that a call reads.
  private static Set<String> headers(HandlerMethod method) {
    Set<String> names = new HashSet<>();
    for (MethodParameter parameter : method.getMethodParameters()) {
      RequestHeader header = parameter.getParameterAnnotation(RequestHeader.class);
      if (header != null) {
        names.add(header.name());
      }
    }
    return names;
  }

  /// The names of the parameters, and whether each may be given more than once.
  private static Map<String, Boolean> names(HandlerMethod method) {
    Map<String, Boolean> names = new TreeMap<>();
    for (MethodParameter parameter : method.getMethodParameters()) {
      if (parameter.hasParameterAnnotation(RequestParam.class)) {
        boolean many = Collection.class.isAssignableFrom(parameter.getParameterType());
        names.put(parameter.getParameter().getName(), many);
      }
    }
    return names;
  }
}
