package io.neardup.pairs.group;

import io.neardup.pairs.group.SurvivorRule.Criterion;
import io.neardup.text.DecimalNumber;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
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

  /// As of ISO 8601, with a space in place of T or before the zone, as databases write it.
  private static final Pattern DATE =
      Pattern.compile(
          "(\\d{4}-\\d\\d)(-\\d\\d)?(?:[T ](\\d\\d:\\d\\d(?::\\d\\d(?:[.,]\\d{1,9})?)?)"
              + " ?(?:([Zz])|([+-]\\d\\d)(?::?(\\d\\d))?)?)?");

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
    Matcher date = DATE.matcher(plain);
    return date.matches() ? of(date(date)) : number(plain);
  }

  /// Whether a value is a date.
  static boolean isDate(@Nullable String value) {
    return value != null && DATE.matcher(value.strip()).matches();
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

  /// A month, a date, or a date and time, in seconds since 1970; UTC if no zone is given.
  private static double date(Matcher date) {
    String minutes = date.group(6) == null ? "00" : date.group(6);
    try {
      LocalDateTime time =
          LocalDateTime.parse(
              date.group(1)
                  + (date.group(2) == null ? "-01" : date.group(2))
                  + (date.group(3) == null ? "T00:00" : "T" + date.group(3).replace(',', '.')));
      ZoneOffset zone =
          date.group(5) == null ? ZoneOffset.UTC : ZoneOffset.of(date.group(5) + ":" + minutes);
      Instant at = time.toInstant(zone);
      return at.getEpochSecond() + at.getNano() / 1e9;
    } catch (DateTimeException e) {
      return Double.NaN;
    }
  }
}
