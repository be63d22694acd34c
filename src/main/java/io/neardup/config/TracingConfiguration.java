package io.neardup.config;

import io.micrometer.tracing.otel.bridge.Slf4JEventListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Adds trace ids to log lines. Unused unless traces are configured.
@Configuration(proxyBeanMethods = false)
class TracingConfiguration {

  /// Uses the names of the Elastic Common Schema, like all other fields of log lines.
  @Bean
  Slf4JEventListener loggedTrace() {
    return new Slf4JEventListener("trace.id", "span.id");
  }
}
