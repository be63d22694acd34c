package io.neardup.security;

import java.time.Duration;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.security.web.header.HeaderWriterFilter;
import org.springframework.security.web.header.writers.StaticHeadersWriter;

/// Security headers of answers. They forbid content sniffing, framing, and loading of resources
/// from other origins.
///
/// `Strict-Transport-Security` is sent only if the service itself does TLS, and not for names of
/// this machine, under which other services may use plain HTTP.
final class ResponseHeaders {

  private static final String POLICY = "Content-Security-Policy";

  /// For answers with data.
  private static final HeaderWriter DATA =
      new StaticHeadersWriter(POLICY, "default-src 'none'; frame-ancestors 'none'");

  /// For the web page at the root and its parts: nothing inline, nothing from elsewhere.
  private static final HeaderWriter PAGE =
      new StaticHeadersWriter(
          POLICY,
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
              + " connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'");

  /// For Swagger UI, which sets inline styles and draws its arrows from data URLs.
  private static final HeaderWriter SWAGGER_UI =
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
        .addHeaderWriter(
            (request, response) -> writer(request.getRequestURI()).writeHeaders(request, response));
    if (tls) {
      headers.httpStrictTransportSecurity(transport ->
          transport
              .maxAgeInSeconds(Duration.ofDays(365).toSeconds())
              .includeSubDomains(false)
              .requestMatcher(
                  request -> request.isSecure() && !Loopback.isName(request.getServerName())));
    }
  }

  private static HeaderWriter writer(String path) {
    if (path.startsWith("/swagger-ui/")) {
      return SWAGGER_UI;
    }
    return path.equals("/")
            || path.equals("/index.html")
            || path.startsWith("/page/")
            || path.startsWith("/webjars/")
        ? PAGE
        : DATA;
  }

  /// Writes headers before the controller runs, which needs no wrapper around the response;
  /// streamed answers would have to pass such a wrapper.
  private static final class BeforeTheAnswer implements ObjectPostProcessor<HeaderWriterFilter> {
    @Override
    public <O extends HeaderWriterFilter> O postProcess(O filter) {
      filter.setShouldWriteHeadersEagerly(true);
      return filter;
    }
  }
}
