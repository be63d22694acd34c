package io.neardup.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Tells at start what is unsafe and what to do, in place of a stack trace.
final class UnsafeAccessAnalyzer extends AbstractFailureAnalyzer<UnsafeAccessException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, UnsafeAccessException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.remedy(), cause);
  }
}
