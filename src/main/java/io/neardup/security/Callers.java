package io.neardup.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;

/// Authenticates requests: reads the key or token and finds its caller.
final class Callers implements BearerTokenResolver, AuthenticationManager {

  /// The header for keys besides `Authorization: Bearer`.
  static final String KEY_HEADER = "X-API-Key";

  private static final Logger log = LoggerFactory.getLogger(Callers.class);
  private static final String SCHEME = "Bearer ";

  private final ApiKeys keys;
  private final @Nullable JwtDecoder decoder;
  private final JwtCallers jwtCallers;

  /// @param decoder reads tokens; null if no tokens are accepted
  Callers(ApiKeys keys, @Nullable JwtDecoder decoder, JwtCallers jwtCallers) {
    this.keys = keys;
    this.decoder = decoder;
    this.jwtCallers = jwtCallers;
  }

  /// The key or token of a request, null if it has none.
  ///
  /// @throws AuthenticationException if it has several, or uses another scheme
  @Override
  public @Nullable String resolve(HttpServletRequest request) {
    List<String> headers = Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION));
    List<String> ownHeaders = Collections.list(request.getHeaders(KEY_HEADER));
    if (headers.size() + ownHeaders.size() > 1) {
      throw new InvalidBearerTokenException("several keys or tokens");
    }
    if (!ownHeaders.isEmpty()) {
      return requireText(ownHeaders.getFirst());
    }
    if (headers.isEmpty()) {
      return null;
    }
    String header = headers.getFirst();
    if (!header.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      throw new InvalidBearerTokenException("a scheme other than Bearer");
    }
    return requireText(header.substring(SCHEME.length()));
  }

  private static String requireText(String secret) {
    if (secret.isBlank()) {
      throw new InvalidBearerTokenException("an empty key or token");
    }
    return secret.strip();
  }

  /// The caller of a key or token.
  ///
  /// @throws AuthenticationException if it is not valid
  @Override
  public Authentication authenticate(Authentication shown) {
    String secret = ((BearerTokenAuthenticationToken) shown).getToken();
    Optional<Caller> owner = keys.find(secret);
    return new CallerAuthentication(owner.orElseGet(() -> ofToken(secret)));
  }

  /// A token that cannot be checked because its issuer's keys are unavailable.
  static final class UncheckedTokenException extends AuthenticationException {
    UncheckedTokenException(RuntimeException cause) {
      super("the issuer's keys are not available", cause);
    }
  }

  private Caller ofToken(String secret) {
    if (decoder == null) {
      throw new InvalidBearerTokenException("unknown key");
    }
    try {
      return jwtCallers.caller(decoder.decode(secret));
    } catch (BadJwtException e) {
      log.debug("A token was refused: {}", e.getMessage());
      throw new InvalidBearerTokenException("not a valid token", e);
    } catch (JwtException | JwtDecoderInitializationException e) {
      log.warn("Tokens cannot be checked: {}", e.getMessage());
      throw new UncheckedTokenException(e);
    }
  }
}
