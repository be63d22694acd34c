package io.neardup.security;

import io.micrometer.context.ThreadLocalAccessor;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/// Adds the caller to the log context as `user.name` (Elastic Common Schema). Runs after
/// authentication.
final class LoggedCaller extends OncePerRequestFilter {

  private static final String LOGGED_AS = "user.name";

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (SecurityContextHolder.getContext().getAuthentication()
        instanceof CallerAuthentication caller) {
      try (var _ = MDC.putCloseable(LOGGED_AS, caller.getName())) {
        chain.doFilter(request, response);
      }
    } else {
      chain.doFilter(request, response);
    }
  }

  /// Passes the caller to the threads that process lines of streams.
  public static final class Accessor implements ThreadLocalAccessor<String> {

    @Override
    public Object key() {
      return LOGGED_AS;
    }

    @Override
    public @Nullable String getValue() {
      return MDC.get(LOGGED_AS);
    }

    @Override
    public void setValue(String name) {
      MDC.put(LOGGED_AS, name);
    }

    @Override
    public void setValue() {
      MDC.remove(LOGGED_AS);
    }
  }
}
