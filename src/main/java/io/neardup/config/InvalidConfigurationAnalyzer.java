package io.neardup.config;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Reports an invalid configuration at start, in place of a stack trace.
final class InvalidConfigurationAnalyzer
    extends AbstractFailureAnalyzer<InvalidConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidConfigurationException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Correct it in application.yml, on the command line or in the environment;"
            + " docs/operations.md has every key.",
        cause);
  }
}
