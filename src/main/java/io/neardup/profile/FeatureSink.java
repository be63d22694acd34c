package io.neardup.profile;

import org.jspecify.annotations.Nullable;

/// Receives the features of one text, once per occurrence.
@FunctionalInterface
interface FeatureSink {

  /// Receives one feature.
  ///
  /// @param name its text, null unless names were requested
  void feature(long hash, @Nullable String name);
}
