package io.neardup.security;

import io.neardup.security.Callers.UncheckedTokenException;
import io.neardup.security.RoleRules.Decision;
import io.neardup.service.FailedAttempts;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Kind;
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
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.web.servlet.HandlerExceptionResolver;

/// Tells those who may not come in why, in the same words and form as everything else that goes
/// wrong with a request.
final class Refusals
    implements AuthenticationEntryPoint, AccessDeniedHandler, RequestRejectedHandler {

  private static final String CHALLENGE = "Bearer realm=\"neardup\"";
  private static final String HOW =
      "send 'Authorization: Bearer <key or token>' or 'X-API-Key: <key>'";

  private final HandlerExceptionResolver resolver;
  private final FailedAttempts failures;

  /// @param resolver tells what goes wrong in a controller
  /// @param failures counts who does not show a good key
  Refusals(HandlerExceptionResolver resolver, FailedAttempts failures) {
    this.resolver = resolver;
    this.failures = failures;
  }

  /// No key, or one that nobody has.
  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    if (e instanceof UncheckedTokenException) {
      response.setHeader(HttpHeaders.RETRY_AFTER, "5");
      send(
          request,
          response,
          new RequestException(
              Kind.UNAVAILABLE,
              HttpHeaders.AUTHORIZATION,
              "cannot be checked, as the token's issuer does not answer; try again"));
      return;
    }
    long seconds = failures.count(request.getRemoteAddr());
    if (seconds > 0) {
      response.setHeader(HttpHeaders.RETRY_AFTER, Long.toString(seconds));
      send(
          request,
          response,
          new RequestException(
              Kind.TOO_MANY_REQUESTS,
              HttpHeaders.AUTHORIZATION,
              "has no key or token that is good here, too often from one address"
                  + " (neardup.limits.requests-per-second); wait, and "
                  + HOW));
      return;
    }
    boolean shown = e instanceof OAuth2AuthenticationException;
    response.setHeader(
        HttpHeaders.WWW_AUTHENTICATE, shown ? CHALLENGE + ", error=\"invalid_token\"" : CHALLENGE);
    send(
        request,
        response,
        new RequestException(
            Kind.UNKNOWN_CALLER,
            HttpHeaders.AUTHORIZATION,
            shown
                ? "has no key or token that is good here, or has several; " + HOW + ", once"
                : "is missing; " + HOW));
  }

  /// A key that is not good for this.
  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
      throws IOException {
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE + ", error=\"insufficient_scope\"");
    send(
        request,
        response,
        new RequestException(
            Kind.FORBIDDEN,
            HttpHeaders.AUTHORIZATION,
            "must have a key or token " + takes(e) + ", which this call takes"));
  }

  private static String takes(AccessDeniedException e) {
    return e instanceof AuthorizationDeniedException denied
            && denied.getAuthorizationResult() instanceof Decision decision
        ? decision.takes()
        : "that is good for more";
  }

  /// An address that nobody sends by mistake.
  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, RequestRejectedException e)
      throws IOException {
    send(
        request,
        response,
        RequestException.invalid("path", "must be normalised, without '..' or control characters"));
  }

  /// Answers with `why`.
  void send(HttpServletRequest request, HttpServletResponse response, RequestException why)
      throws IOException {
    if (resolver.resolveException(request, response, null, why) == null) {
      response.sendError(HttpServletResponse.SC_FORBIDDEN);
    }
  }
}
