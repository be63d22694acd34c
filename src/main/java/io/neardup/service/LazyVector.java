package io.neardup.service;

import io.neardup.simhash.FeatureVector;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The features of a text, computed when they are first needed: most lookups find no candidate that
/// needs them. Thread-safe.
public final class LazyVector implements Supplier<@Nullable FeatureVector> {

  private final Supplier<? extends @Nullable FeatureVector> making;
  private volatile @Nullable FeatureVector vector;

  /// @param making computes them; returns null if they are unknown
  public LazyVector(Supplier<? extends @Nullable FeatureVector> making) {
    this.making = making;
  }

  @Override
  public @Nullable FeatureVector get() {
    FeatureVector known = vector;
    if (known == null) {
      known = making.get();
      vector = known;
    }
    return known;
  }
}
