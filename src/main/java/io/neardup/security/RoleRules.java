package io.neardup.security;

import jakarta.servlet.DispatcherType;
import org.springframework.http.HttpMethod;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;

/// The role that each call requires, in mode keys. Calls not listed here require admin, or read if
/// they only read.
///
/// Health is open to operators and reports only UP or DOWN. The web page, Swagger UI and the API
/// description are open as well: they contain only what is in the public sources, and a browser
/// cannot send a key when it opens a page.
final class RoleRules {

  private static final String[] TO_BE_SEEN = {
    "/",
    "/index.html",
    "/page/**",
    "/webjars/**",
    "/swagger-ui.html",
    "/swagger-ui/**",
    "/v3/api-docs",
    "/v3/api-docs/**",
    "/v3/api-docs.yaml",
    "/actuator/health",
    "/actuator/health/**"
  };

  private RoleRules() {}

  static void apply(
      AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry
          rules) {
    rules
        .dispatcherTypeMatchers(DispatcherType.ERROR)
        .permitAll()
        .requestMatchers(HttpMethod.GET, TO_BE_SEEN)
        .permitAll()
        .requestMatchers(HttpMethod.HEAD, TO_BE_SEEN)
        .permitAll()
        .requestMatchers(HttpMethod.GET, "/actuator/info")
        .access(has(Role.READ))
        .requestMatchers(HttpMethod.GET, "/actuator/prometheus")
        .access(unlimited(Role.READ))
        .requestMatchers("/actuator/**", "/admin/**")
        .access(unlimited(Role.ADMIN))
        .requestMatchers(
            HttpMethod.POST, "/fingerprint", "/compare", "/duplicates", "/passages", "/evaluate")
        .access(has(Role.READ))
        // Jobs that write also require write, as does ending other callers' jobs.
        .requestMatchers(HttpMethod.POST, "/collections/*/jobs", "/jobs/*/restart")
        .access(has(Role.READ))
        .requestMatchers(HttpMethod.DELETE, "/jobs/*")
        .access(has(Role.READ))
        .requestMatchers(HttpMethod.POST, "/jobs/*/apply", "/jobs/*/undo")
        .access(has(Role.WRITE))
        .requestMatchers(HttpMethod.GET, "/**")
        .access(has(Role.READ))
        .requestMatchers(HttpMethod.HEAD, "/**")
        .access(has(Role.READ))
        .requestMatchers(
            "/documents",
            "/documents/**",
            "/collections/*/judgements",
            "/collections/*/boilerplate")
        .access(has(Role.WRITE))
        .anyRequest()
        .access(has(Role.ADMIN));
  }

  private static AuthorizationManager<RequestAuthorizationContext> has(Role role) {
    return (caller, request) ->
        new RoleDecision(
            caller.get() instanceof CallerAuthentication known && known.getPrincipal().has(role),
            "of role " + role.label());
  }

  /// Metrics and backups cover all collections, so they require a caller that may use all.
  private static AuthorizationManager<RequestAuthorizationContext> unlimited(Role role) {
    return (caller, request) ->
        new RoleDecision(
            caller.get() instanceof CallerAuthentication known
                && known.getPrincipal().has(role)
                && known.getPrincipal().isUnlimited(),
            "of role " + role.label() + " for all collections");
  }

  /// Whether a call is allowed, and which role it requires.
  static final class RoleDecision extends AuthorizationDecision {
    private final String takes;

    RoleDecision(boolean granted, String takes) {
      super(granted);
      this.takes = takes;
    }

    /// Such as `of role read`.
    String takes() {
      return takes;
    }
  }
}
