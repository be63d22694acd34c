package io.neardup.security;

import java.util.List;
import java.util.Optional;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/// A [Caller] as Spring Security attaches it to a request. Holds no key or token.
final class CallerAuthentication extends AbstractAuthenticationToken {

  private final transient Caller caller;

  CallerAuthentication(Caller caller) {
    super(List.of()); // RoleRules ask the caller
    this.caller = caller;
    setAuthenticated(true);
  }

  /// The caller of the current request, if known.
  static Optional<Caller> current() {
    return SecurityContextHolder.getContext().getAuthentication()
            instanceof CallerAuthentication authentication
        ? Optional.of(authentication.caller)
        : Optional.empty();
  }

  @Override
  public String getCredentials() {
    return "";
  }

  @Override
  public Caller getPrincipal() {
    return caller;
  }

  @Override
  public String getName() {
    return caller.name();
  }
}
