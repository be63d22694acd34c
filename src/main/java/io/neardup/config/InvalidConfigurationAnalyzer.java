package io.neardup.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Tells at start what is wrong with the configuration, in place of a stack trace.
final class InvalidConfigurationAnalyzer
    extends AbstractFailureAnalyzer<InvalidConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Mend it in application.yml, on the command line or in the environment;"
            + " docs/operations.md has every key.",
        cause);
  }
}
