package io.neardup.service.lookup;

import io.neardup.index.Plan;

/// What a lookup guarantees to find, see [Plan].
public record Guarantee(Plan.Kind kind, int maxDistance, int exactTo, double recall) {

  public static Guarantee of(Plan plan) {
    return new Guarantee(plan.kind(), plan.maxDistance(), plan.exactTo(), plan.recall());
  }

  /// What both this lookup and another one guarantee.
  public Guarantee and(Guarantee other) {
    Guarantee least = other.recall < recall ? other : this;
    return new Guarantee(
        least.kind, least.maxDistance, Math.min(exactTo, other.exactTo), least.recall);
  }
}
