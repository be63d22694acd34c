package io.neardup.web.answer;

import io.neardup.index.Plan;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The plan of a lookup in answers.
public final class PlanJson {

  private static final double DIGITS = 1e4;

  private PlanJson() {}

  public static String name(Plan plan) {
    return plan.kind().name().toLowerCase(Locale.ROOT);
  }

  /// The distance up to which every match is found; null if exact, or if there is no such distance.
  public static @Nullable Integer exactTo(Plan plan) {
    return plan.isExact() || plan.exactTo() < 0 ? null : Integer.valueOf(plan.exactTo());
  }

  /// The recall, rounded down to four digits.
  public static double recall(Plan plan) {
    return Math.floor(plan.recall() * DIGITS) / DIGITS;
  }
}
