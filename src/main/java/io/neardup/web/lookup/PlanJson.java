package io.neardup.web.lookup;

import io.neardup.index.Plan;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How answers tell the plan of a lookup.
public final class PlanJson {

  private static final double DIGITS = 1e4;

  private PlanJson() {}

  public static String name(Plan plan) {
    return plan.kind().name().toLowerCase(Locale.ROOT);
  }

  /// Up to which distance every match is sure to be found, null if all are, or none at any.
  public static @Nullable Integer exactTo(Plan plan) {
    return plan.isExact() || plan.exactTo() < 0 ? null : Integer.valueOf(plan.exactTo());
  }

  /// The recall with four digits, rounded down.
  public static double recall(Plan plan) {
    return Math.floor(plan.recall() * DIGITS) / DIGITS;
  }
}
