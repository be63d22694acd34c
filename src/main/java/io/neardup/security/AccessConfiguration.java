package io.neardup.security;

import io.neardup.security.AccessPolicy.AcceptedTokens;
import io.neardup.security.AccessPolicy.Listening;
import io.neardup.security.AccessProperties.Mode;
import io.neardup.service.CallerRates;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FailedAttempts;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementServerProperties;
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
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.request.async.WebAsyncManagerIntegrationFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/// The chain of security filters, which runs before every controller.
@Configuration(proxyBeanMethods = false)
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

  /// Allows each caller the collections of its key or token. Code that runs without a caller may
  /// use none, so that work passed to another thread by mistake fails.
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

  /// Disables the observations and spans that Spring Security would make of each of its filters.
  @Bean
  SecurityObservationSettings securityObservationSettings() {
    return SecurityObservationSettings.noObservations();
  }

  /// A firewall that accepts any percent-encoded id. Access rules and controllers use the same
  /// matcher on the same parsed path, so the two cannot disagree. Tomcat refuses malformed paths.
  @Bean
  HttpFirewall firewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setUnsafeAllowAnyHttpMethod(true); // unknown methods are answered 405
    firewall.setAllowSemicolon(true);
    firewall.setAllowUrlEncodedSlash(true);
    firewall.setAllowUrlEncodedDoubleSlash(true);
    firewall.setAllowUrlEncodedPercent(true);
    firewall.setAllowUrlEncodedPeriod(true);
    firewall.setAllowBackSlash(true);
    firewall.setAllowNull(true);
    firewall.setAllowUrlEncodedLineFeed(true);
    firewall.setAllowUrlEncodedCarriageReturn(true);
    firewall.setAllowUrlEncodedParagraphSeparator(true);
    firewall.setAllowUrlEncodedLineSeparator(true);
    firewall.setAllowedHeaderNames(name -> true);
    firewall.setAllowedHeaderValues(value -> true);
    firewall.setAllowedParameterNames(name -> true);
    return firewall;
  }

  @Bean
  SecurityFilterChain security(
      HttpSecurity http,
      AccessPolicy policy,
      AccessProperties properties,
      ObjectProvider<JwtDecoder> decoder,
      ServerProperties server,
      Refusals refusals) {
    http.csrf(AbstractHttpConfigurer::disable) // no cookies, so nothing to forge
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .sessionManagement(
            sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .exceptionHandling(
            refused -> refused.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
        .headers(headers -> ResponseHeaders.write(headers, Ssl.isEnabled(server.getSsl())));
    Class<? extends Filter> last = HeaderWriterFilter.class;
    if (policy.checksHosts()) {
      http.addFilterAfter(
          new HostFilter(policy.mode() == Mode.LOOPBACK, policy.hosts(), refusals), last);
      last = HostFilter.class;
    }
    http.addFilterAfter(new OriginFilter(policy.origins(), refusals), last);
    cors(http, policy);
    if (policy.mode() == Mode.KEYS) {
      Callers callers =
          new Callers(policy.keys(), decoder.getIfAvailable(), new JwtCallers(properties.jwt()));
      http.oauth2ResourceServer(tokens ->
          tokens
              .bearerTokenResolver(callers)
              .authenticationManagerResolver(request -> callers)
              .authenticationEntryPoint(refusals));
      http.addFilterAfter(new LoggedCaller(), BearerTokenAuthenticationFilter.class);
      http.authorizeHttpRequests(RoleRules::apply);
    } else {
      http.anonymous(AbstractHttpConfigurer::disable)
          .exceptionHandling(AbstractHttpConfigurer::disable)
          .securityContext(AbstractHttpConfigurer::disable)
          .servletApi(AbstractHttpConfigurer::disable)
          .sessionManagement(AbstractHttpConfigurer::disable);
    }
    DefaultSecurityFilterChain chain = http.build();
    return new DefaultSecurityFilterChain(
        chain.getRequestMatcher(),
        chain.getFilters().stream()
            .filter(filter -> !(filter instanceof WebAsyncManagerIntegrationFilter))
            .toList()); // no call is answered asynchronously
  }

  private static void cors(HttpSecurity http, AccessPolicy policy) {
    if (policy.origins().isEmpty()) {
      http.cors(AbstractHttpConfigurer::disable);
      return;
    }
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
    http.cors(cors -> cors.configurationSource(everywhere));
  }

  /// The rate limits of keys that have their own.
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
