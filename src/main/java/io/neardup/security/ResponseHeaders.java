package io.neardup.security;

import java.time.Duration;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.StaticHeadersWriter;

/// What answers tell browsers: to take them for nothing but what they say they are, to show them in
/// no frame, to load nothing from elsewhere.
///
/// Strict-Transport-Security is said by whoever does the TLS: here if that is the service itself,
/// and not of this machine's own names, under which other services may speak plain HTTP.
final class ResponseHeaders {

  private static final String POLICY = "Content-Security-Policy";

  /// For answers, which are data.
  private static final HeaderWriter DATA =
      new StaticHeadersWriter(POLICY, "default-src 'none'; frame-ancestors 'none'");

  /// For Swagger UI, which sets styles in its elements and draws its arrows from data URLs.
  private static final HeaderWriter PAGE =
      new StaticHeadersWriter(
          POLICY,
          "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline';"
              + " object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");

  private ResponseHeaders() {}

  /// @param tls whether the service itself does TLS
  static void write(HeadersConfigurer<HttpSecurity> headers, boolean tls) {
    headers.addObjectPostProcessor(new BeforeTheAnswer());
    headers
        .defaultsDisabled()
        .contentTypeOptions(options -> {})
        .frameOptions(HeadersConfigurer.FrameOptionsConfig::deny)
        .addHeaderWriter(new StaticHeadersWriter("Cache-Control", "no-store"))
        .addHeaderWriter(new StaticHeadersWriter("Cross-Origin-Opener-Policy", "same-origin"))
        .addHeaderWriter(new StaticHeadersWriter("Referrer-Policy", "no-referrer"))
        .addHeaderWriter((request, response) ->
            (request.getRequestURI().startsWith("/swagger-ui/") ? PAGE : DATA)
                .writeHeaders(request, response));
    if (tls) {
      headers.httpStrictTransportSecurity(transport ->
          transport
              .maxAgeInSeconds(Duration.ofDays(365).toSeconds())
              .includeSubDomains(false)
              .requestMatcher(
                  request -> request.isSecure() && !Loopback.isName(request.getServerName())));
    }
  }

  /// Written before a controller runs they need no wrapper around the response, which streams of
  /// answers would go through.
  private static final class BeforeTheAnswer implements ObjectPostProcessor<HeaderWriterFilter> {
    @Override
    public <O extends HeaderWriterFilter> O postProcess(O filter) {
      filter.setShouldWriteHeadersEagerly(true);
      return filter;
    }
  }
}
