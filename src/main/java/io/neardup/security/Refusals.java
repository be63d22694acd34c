package io.neardup.security;

import io.neardup.security.Callers.UncheckedTokenException;
import io.neardup.security.RoleRules.RoleDecision;
import io.neardup.service.FailedAttempts;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;

/// Answers refused requests with problems, like all other errors.
final class Refusals implements AuthenticationEntryPoint, AccessDeniedHandler {

  private static final String CHALLENGE = "Bearer realm=\"neardup\"";
  private static final String HOW =
      "send 'Authorization: Bearer <key or token>' or 'X-API-Key: <key>'";

  private final HandlerExceptionResolver resolver;
  private final FailedAttempts failures;

  /// @param resolver writes the problem of an exception
  /// @param failures counts requests without a valid key
  Refusals(HandlerExceptionResolver resolver, FailedAttempts failures) {
    this.resolver = resolver;
    this.failures = failures;
  }

  /// A missing or invalid key.
  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    if (e instanceof UncheckedTokenException) {
      response.setHeader(HttpHeaders.RETRY_AFTER, "5");
      send(
          request,
          response,
          Fault.UNAVAILABLE,
          HttpHeaders.AUTHORIZATION,
          "cannot be checked because the token's issuer does not answer; try again");
      return;
    }
    long seconds = failures.count(request.getRemoteAddr());
    if (seconds > 0) {
      response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
      send(
          request,
          response,
          Fault.TOO_MANY_REQUESTS,
          HttpHeaders.AUTHORIZATION,
          "has no valid key or token; too many such requests came from this address"
              + " (neardup.limits.requests-per-second); wait, and "
              + HOW);
      return;
    }
    boolean shown = e instanceof OAuth2AuthenticationException;
    response.setHeader(
        HttpHeaders.WWW_AUTHENTICATE, shown ? CHALLENGE + ", error=\"invalid_token\"" : CHALLENGE);
    send(
        request,
        response,
        Fault.UNKNOWN_CALLER,
        HttpHeaders.AUTHORIZATION,
        shown ? "has no valid key or token, or several; " + HOW + ", once" : "is missing; " + HOW);
  }

  /// A valid key without the required permission.
  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
      throws IOException {
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE + ", error=\"insufficient_scope\"");
    send(
        request,
        response,
        Fault.FORBIDDEN,
        HttpHeaders.AUTHORIZATION,
        "must have a key or token " + takes(e) + ", which this call requires");
  }

  private static String takes(AccessDeniedException e) {
    return e instanceof AuthorizationDeniedException denied
            && denied.getAuthorizationResult() instanceof RoleDecision decision
        ? decision.takes()
        : "with more permissions";
  }

  private void send(
      HttpServletRequest request,
      HttpServletResponse response,
      Fault fault,
      String field,
      String message)
      throws IOException {
    send(request, response, new RequestException(fault, field, message));
  }

  /// Answers with the problem of a refusal.
  void send(HttpServletRequest request, HttpServletResponse response, RequestException refusal)
      throws IOException {
    if (resolver.resolveException(request, response, null, refusal) == null) {
      response.sendError(HttpServletResponse.SC_FORBIDDEN);
    }
  }
}
