package io.neardup.web;

import io.neardup.service.RequestException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.MethodParameter;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/// Refuses parts of a request that nobody reads: a misspelt `maxdistance` must not pass for the
/// default.
final class KnownParametersInterceptor implements HandlerInterceptor {

  private final Map<HandlerMethod, Set<String>> known = new ConcurrentHashMap<>();

  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    if (handler instanceof HandlerMethod method && isOurs(method)) {
      requirePlain(request);
      Set<String> names = known.computeIfAbsent(method, KnownParametersInterceptor::names);
      request.getParameterMap().forEach((name, values) -> check(name, values.length, names));
    }
    return true;
  }

  private static void requirePlain(HttpServletRequest request) {
    if (request.getRequestURI().indexOf(';') >= 0) {
      throw RequestException.invalid("path", "must have %3B in place of a semicolon");
    }
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw RequestException.invalid(
          HttpHeaders.CONTENT_ENCODING, "must be left out: bodies are read uncompressed");
    }
  }

  private static void check(String name, int count, Set<String> names) {
    if (!names.contains(name)) {
      throw RequestException.invalid(
          name,
          names.isEmpty()
              ? "is not a parameter here; this call takes none"
              : "is not a parameter here; known are " + String.join(", ", names));
    }
    if (count > 1) {
      throw RequestException.invalid(name, "is given " + count + " times; give it once");
    }
  }

  private static boolean isOurs(HandlerMethod method) {
    return method.getBeanType().getPackage().equals(KnownParametersInterceptor.class.getPackage());
  }

  private static Set<String> names(HandlerMethod method) {
    Set<String> names = new TreeSet<>();
    for (MethodParameter parameter : method.getMethodParameters()) {
      if (parameter.hasParameterAnnotation(RequestParam.class)) {
        names.add(parameter.getParameter().getName());
      }
    }
    return names;
  }
}
