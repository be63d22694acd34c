package io.neardup.config;

import io.neardup.store.StoreException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Tells at start why the documents cannot be had, in place of a stack trace. The sentence names
/// the file and the remedy.
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StoreException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Do what the sentence says. Nothing was changed in the data directory (neardup.data-dir).",
        cause);
  }
}
