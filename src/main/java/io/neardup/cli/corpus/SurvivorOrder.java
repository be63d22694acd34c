package io.neardup.cli.corpus;

import io.neardup.options.SurvivorRule;
import io.neardup.options.SurvivorRule.Criterion;
import io.neardup.text.DecimalNumber;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The order in which records of a group are preferred, by rules and by the values of columns. 8
/// bytes for each record and column.
public final class SurvivorOrder {

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-");

  private final List<SurvivorRule> rules;
  private final List<double[]> columns = new ArrayList<>(); // of the rules that have one, in order

  /// @param rules the first decides, the next one ties, and the order of the files the last ones
  public SurvivorOrder(List<SurvivorRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /// Whether records with the most near-duplicates are preferred before all else.
  boolean isCentral() {
    return rules.getFirst().criterion() == Criterion.CENTRAL || !keepsOne();
  }

  /// Whether one record of each group is kept.
  boolean keepsOne() {
    return rules.getFirst().criterion() != Criterion.NONE;
  }

  /// The values of a rule for all records, of which none is known yet.
  public double[] column(int records) {
    double[] values = new double[records];
    Arrays.fill(values, Double.NaN);
    columns.add(values);
    return values;
  }

  /// The number by which a value is compared; NaN, which is the last, for one that is missing, or
  /// is neither a number nor a date.
  public static double value(Criterion criterion, @Nullable String value) {
    if (value == null || value.isBlank()) {
      return Double.NaN;
    }
    String plain = value.strip();
    return criterion == Criterion.LONGEST || criterion == Criterion.SHORTEST
        ? value.codePointCount(0, value.length())
        : DATE.matcher(plain).lookingAt() ? date(plain) : number(plain);
  }

  private static double number(String value) {
    try {
      double number = Double.parseDouble(DecimalNumber.require(value));
      return Double.isFinite(number) ? number : Double.NaN;
    } catch (IllegalArgumentException _) {
      return Double.NaN;
    }
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
    } catch (DateTimeException _) {
      return Double.NaN;
    }
  }

  /// The order of the numbers of records.
  Comparator<Integer> of(Corpus corpus) {
    Comparator<Integer> order = Comparator.comparing(number -> !corpus.reference().has(number));
    int column = 0;
    for (SurvivorRule rule : rules) {
      boolean least = rule.criterion() == Criterion.MIN || rule.criterion() == Criterion.SHORTEST;
      if (rule.column() != null) {
        double[] values = columns.get(column++);
        order = order.thenComparingDouble(number -> least ? values[number] : -values[number]);
      } else if (rule.criterion() == Criterion.LONGEST) {
        order = order.thenComparing(Comparator.comparingInt(corpus::length).reversed());
      } else if (rule.criterion() == Criterion.LAST) {
        order = order.thenComparing(Comparator.reverseOrder());
      }
    }
    return order.thenComparing(Comparator.naturalOrder());
  }
}
