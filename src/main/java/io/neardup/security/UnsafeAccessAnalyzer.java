package io.neardup.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Reports an unsafe access configuration at start, with the remedy, in place of a stack trace.
final class UnsafeAccessAnalyzer extends AbstractFailureAnalyzer<UnsafeAccessException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, UnsafeAccessException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
