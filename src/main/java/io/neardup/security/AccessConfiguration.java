package io.neardup.security;

import io.neardup.security.AccessPolicy.AcceptedTokens;
import io.neardup.security.AccessPolicy.Listening;
import io.neardup.security.AccessProperties.Mode;
import io.neardup.service.CallerRates;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FailedAttempts;
import io.neardup.service.Peers;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerProperties;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpHeaders;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.request.async.WebAsyncManagerIntegrationFilter;
import org.springframework.security.web.firewall.FirewalledRequest;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/// The security filter chain, which runs before every controller.
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AccessProperties.class)
class AccessConfiguration {

  @Bean
  AccessPolicy accessPolicy(
      AccessProperties properties,
      ObjectProvider<JwtDecoder> decoder,
      ObjectProvider<OAuth2ResourceServerProperties> issuers,
      Environment environment,
      ServerProperties server,
      ObjectProvider<ManagementServerProperties> management) {
    List<Listening> addresses = new ArrayList<>();
    addresses.add(new Listening("server.address", server.getAddress()));
    if (ManagementPortType.get(environment) == ManagementPortType.DIFFERENT) {
      management.ifAvailable(
          own -> addresses.add(new Listening("management.server.address", own.getAddress())));
    }
    return new AccessPolicy(
        properties,
        decoder.getIfAvailable() == null ? AcceptedTokens.NONE : tokens(issuers.getIfAvailable()),
        addresses.toArray(Listening[]::new));
  }

  private static AcceptedTokens tokens(@Nullable OAuth2ResourceServerProperties issuers) {
    return issuers == null || issuers.getJwt().getAudiences().stream().allMatch(String::isBlank)
        ? AcceptedTokens.FOR_ANY_SERVICE
        : AcceptedTokens.FOR_THIS_SERVICE;
  }

  /// Allows each caller the collections of its key or token. Code without a caller may use none, so
  /// that work passed to another thread by mistake fails.
  @Bean
  CollectionAccess collectionAccess(AccessPolicy policy) {
    return policy.mode() == Mode.KEYS ? new KeyAccess() : CollectionAccess.all();
  }

  private static final class KeyAccess implements CollectionAccess {

    @Override
    public boolean permits(String collection) {
      return CallerAuthentication.current().filter(caller -> caller.mayUse(collection)).isPresent();
    }

    @Override
    public boolean permitsWrites() {
      return CallerAuthentication.current().filter(caller -> caller.has(Role.WRITE)).isPresent();
    }

    @Override
    public @Nullable String role() {
      return CallerAuthentication.current()
          .flatMap(caller -> caller.roles().stream().max(Comparator.naturalOrder()))
          .map(Role::label)
          .orElse(null);
    }
  }

  @Bean
  CallerRates callerRates(AccessPolicy policy) {
    return new KeyRates(policy.keys().haveRates());
  }

  @Bean
  Refusals refusals(
      @Qualifier("handlerExceptionResolver") HandlerExceptionResolver resolver,
      FailedAttempts failures) {
    return new Refusals(resolver, failures);
  }

  /// Disables the observations and spans that Spring Security would create for each of its filters.
  @Bean
  SecurityObservationSettings securityObservationSettings() {
    return SecurityObservationSettings.noObservations();
  }

  /// Accepts what [AccessFilter] does: any percent-encoded id. Access rules and controllers use the
  /// same matcher on the same parsed path, so the two cannot disagree. Tomcat refuses malformed
  /// paths.
  @Bean
  HttpFirewall firewall() {
    return new HttpFirewall() {
      @Override
      public FirewalledRequest getFirewalledRequest(HttpServletRequest request) {
        return new FirewalledRequest(request) {
          @Override
          public void reset() {
            // Nothing was changed.
          }
        };
      }

      @Override
      public HttpServletResponse getFirewalledResponse(HttpServletResponse response) {
        return response;
      }
    };
  }

  /// Without keys, requests pass only the first filters: there is nothing to authenticate.
  @Bean
  SecurityFilterChain security(
      HttpSecurity http,
      AccessPolicy policy,
      AccessProperties properties,
      ObjectProvider<JwtDecoder> decoder,
      ServerProperties server,
      Refusals refusals) {
    List<Filter> filters = new ArrayList<>();
    filters.add(
        new AccessFilter(
            new ResponseHeaders(Ssl.isEnabled(server.getSsl())),
            policy.checksHosts()
                ? new HostCheck(policy.mode() == Mode.LOOPBACK, policy.hosts())
                : null,
            new OriginCheck(policy.origins()),
            refusals));
    if (!policy.origins().isEmpty()) {
      filters.add(cors(policy));
    }
    if (policy.mode() == Mode.KEYS) {
      Callers callers =
          new Callers(policy.keys(), decoder.getIfAvailable(), new JwtCallers(properties.jwt()));
      authenticating(http, callers, refusals).getFilters().stream()
          .filter(filter -> !(filter instanceof WebAsyncManagerIntegrationFilter))
          .forEach(filters::add); // no call is answered asynchronously
    }
    return new DefaultSecurityFilterChain(AnyRequestMatcher.INSTANCE, filters);
  }

  private static SecurityFilterChain authenticating(
      HttpSecurity http, Callers callers, Refusals refusals) {
    return http.csrf(AbstractHttpConfigurer::disable) // no cookies, so nothing to forge
        .headers(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .exceptionHandling(
            refused -> refused.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
        .oauth2ResourceServer(tokens ->
            tokens
                .bearerTokenResolver(callers)
                .authenticationManagerResolver(request -> callers)
                .authenticationEntryPoint(refusals))
        .addFilterBefore(new InstanceCaller(), BearerTokenAuthenticationFilter.class)
        .addFilterAfter(new LoggedCaller(), BearerTokenAuthenticationFilter.class)
        .authorizeHttpRequests(RoleRules::apply)
        .build();
  }

  private static CorsFilter cors(AccessPolicy policy) {
    CorsConfiguration pages = new CorsConfiguration();
    pages.setAllowedOrigins(List.copyOf(policy.origins()));
    pages.setAllowedMethods(List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"));
    pages.addAllowedHeader(CorsConfiguration.ALL);
    pages.setExposedHeaders(
        List.of(
            HttpHeaders.ALLOW,
            HttpHeaders.ETAG,
            HttpHeaders.LOCATION,
            HttpHeaders.RETRY_AFTER,
            HttpHeaders.WWW_AUTHENTICATE,
            "X-Request-Id",
            "Neardup-Position"));
    UrlBasedCorsConfigurationSource everywhere = new UrlBasedCorsConfigurationSource();
    everywhere.registerCorsConfiguration("/**", pages);
    return new CorsFilter(everywhere);
  }

  /// The rate limits of individual keys.
  ///
  /// @param anyConfigured whether at least one key has its own limit
  private record KeyRates(boolean anyConfigured) implements CallerRates {

    @Override
    public OptionalInt ofPresentCaller() {
      return CallerAuthentication.current()
          .map(Caller::requestsPerSecond)
          .map(OptionalInt::of)
          .orElse(OptionalInt.empty());
    }
  }

  /// Authenticates requests that another instance of the cluster makes itself; it may do
  /// everything.
  private static final class InstanceCaller extends OncePerRequestFilter {

    private static final Caller INSTANCE =
        new Caller("instance", EnumSet.allOf(Role.class), null, 0);

    @Override
    protected void doFilterInternal(
        HttpServletRequest request, HttpServletResponse response, FilterChain chain)
        throws ServletException, IOException {
      if (request.getAttribute(Peers.INTERNAL) != null) {
        SecurityContextHolder.getContext().setAuthentication(new CallerAuthentication(INSTANCE));
      }
      chain.doFilter(request, response);
    }
  }

  /// Adds the caller to the log context as `user.name` (Elastic Common Schema). Runs after
  /// authentication.
  private static final class LoggedCaller extends OncePerRequestFilter {

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
}
