package io.neardup.profile;

import org.jspecify.annotations.Nullable;

/// Takes the features of one text, each as often as it occurs.
@FunctionalInterface
interface FeatureSink {

  /// Takes one feature.
  ///
  /// @param name its text, null unless names were asked for
  void feature(long hash, @Nullable String name);
}
