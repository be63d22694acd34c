package io.neardup.config;

import io.micrometer.tracing.otel.bridge.Slf4JEventListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// How traces show in the log. Without traces nobody uses it.
@Configuration(proxyBeanMethods = false)
class TracingConfiguration {

  /// As the Elastic Common Schema calls them, as all that is logged of a request.
  @Bean
  Slf4JEventListener loggedTrace() {
    return new Slf4JEventListener("trace.id", "span.id");
  }
}
