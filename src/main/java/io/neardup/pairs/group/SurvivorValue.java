package io.neardup.pairs.group;

import io.neardup.pairs.group.SurvivorRule.Criterion;
import io.neardup.text.DecimalNumber;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A value by which records are preferred: a number, a date, or a number of characters.
///
/// @param nearest the number, or the `double` nearest to it; of dates in seconds since 1970; NaN if
///   the value is missing or odd
/// @param rest what the shortest decimal of `nearest` is short of the number
public record SurvivorValue(double nearest, double rest) {

  /// No value, which is preferred to none.
  public static final SurvivorValue MISSING = new SurvivorValue(Double.NaN, 0);

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-");
  private static final int EXACT_DIGITS = 15; // decimal ones, which a double always has
  private static final int MAX_EXACT_DIGITS = 1_000; // of more, the double alone is compared

  /// A number that a `double` has.
  public static SurvivorValue of(double number) {
    return new SurvivorValue(number, 0);
  }

  /// The value of a column.
  static SurvivorValue of(Criterion criterion, @Nullable String value) {
    if (value == null || value.isBlank()) {
      return MISSING;
    }
    if (criterion == Criterion.LONGEST || criterion == Criterion.SHORTEST) {
      return of(value.codePointCount(0, value.length()));
    }
    String plain = value.strip();
    return DATE.matcher(plain).lookingAt() ? of(date(plain)) : number(plain);
  }

  private static SurvivorValue number(String value) {
    double nearest = DecimalNumber.is(value) ? Double.parseDouble(value) : Double.NaN;
    if (!Double.isFinite(nearest)) {
      return MISSING;
    }
    return value.length() <= EXACT_DIGITS || value.length() > MAX_EXACT_DIGITS || nearest == 0
        ? of(nearest)
        : new SurvivorValue(
            nearest, new BigDecimal(value).subtract(BigDecimal.valueOf(nearest)).doubleValue());
  }

  /// A date, or a date and time as of ISO 8601, in seconds since 1970; UTC if no zone is given.
  private static double date(String value) {
    String time =
        value.replaceFirst(" (?=\\d)", "T").replaceFirst("(?<=[:.\\d][+-]\\d\\d)(?=\\d\\d$)", ":");
    try {
      OffsetDateTime at =
          time.length() == 10
              ? LocalDate.parse(time).atStartOfDay().atOffset(ZoneOffset.UTC)
              : time.matches(".*([Zz]|[+-]\\d\\d:\\d\\d)")
                  ? OffsetDateTime.parse(time)
                  : LocalDateTime.parse(time).atOffset(ZoneOffset.UTC);
      return at.toEpochSecond() + at.getNano() / 1e9;
    } catch (DateTimeException e) {
      return Double.NaN;
    }
  }
}
