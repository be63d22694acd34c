package io.neardup.config;

import io.neardup.store.StoreException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Reports at start why the documents cannot be opened, instead of a stack trace. The message names
/// the file and the remedy.
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StoreException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Follow the remedy above. Nothing was changed in the data directory (neardup.data-dir).",
        cause);
  }
}
