package io.neardup.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.slf4j.MDC;
import org.springframework.web.filter.OncePerRequestFilter;

/// Adds the caller to the log context as `user.name` (Elastic Common Schema). Runs after
/// authentication.
final class LoggedCaller extends OncePerRequestFilter {

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String name = CallerAuthentication.current().map(Caller::name).orElse(null);
    try (var _ = name == null ? null : MDC.putCloseable("user.name", name)) {
      chain.doFilter(request, response);
    }
  }
}
