package io.neardup.config;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/// Disables tracing unless a trace endpoint is configured: otherwise Spring Boot would observe
/// every request to create spans and drop them. Logs are never exported.
final class TracingSwitch implements AutoConfigurationImportFilter, EnvironmentAware {

  private static final String ENDPOINT = "management.opentelemetry.tracing.export.otlp.endpoint";
  private static final String TRACING = "org.springframework.boot.micrometer.tracing.";
  private static final String SDK = "org.springframework.boot.opentelemetry.autoconfigure.";
  private static final String REQUESTS =
      "org.springframework.boot.webmvc.autoconfigure.WebMvcObservationAutoConfiguration";
  private static final String LOGS = SDK + "logging.";

  private @Nullable Environment environment;

  @Override
  public void setEnvironment(Environment environment) {
    this.environment = environment;
  }

  @Override
  public boolean[] match(
      @Nullable String[] configurations, AutoConfigurationMetadata autoConfigurationMetadata) {
    String endpoint = Objects.requireNonNull(environment).getProperty(ENDPOINT, "");
    boolean[] included = new boolean[configurations.length];
    for (int i = 0; i < included.length; i++) {
      included[i] = isIncluded(configurations[i], !endpoint.isBlank());
    }
    return included;
  }

  private static boolean isIncluded(@Nullable String configuration, boolean traces) {
    if (configuration == null) {
      return true; // excluded by another filter
    }
    boolean ofTracing =
        configuration.startsWith(TRACING)
            || configuration.startsWith(SDK)
            || configuration.equals(REQUESTS);
    return !configuration.startsWith(LOGS) && (traces || !ofTracing);
  }
}
