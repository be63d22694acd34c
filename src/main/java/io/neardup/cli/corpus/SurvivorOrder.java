package io.neardup.cli.corpus;

import io.neardup.options.SurvivorRule;
import io.neardup.options.SurvivorRule.Criterion;
import io.neardup.text.DecimalNumber;
import java.math.BigDecimal;
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
/// bytes for each record and column, and as much again if a number of it has more digits than a
/// `double`.
public final class SurvivorOrder {

  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d\\d-");
  private static final int EXACT_DIGITS = 15; // decimal ones, which a double always has
  private static final int MAX_EXACT_DIGITS = 1_000; // of more, the double alone is compared

  private final List<SurvivorRule> rules;
  private final List<Column> columns = new ArrayList<>(); // of the rules that have one, in order

  /// The values of a rule for all records. Records may be set by several threads, each by one.
  public static final class Column {

    private final boolean isLength;
    private final boolean isLeast;
    private final double[] values;
    private volatile double @Nullable []
        rests; // what the shortest decimals of the values are short of

    private Column(Criterion criterion, int records) {
      this.isLength = criterion == Criterion.LONGEST || criterion == Criterion.SHORTEST;
      this.isLeast = criterion == Criterion.MIN || criterion == Criterion.SHORTEST;
      this.values = new double[records];
      Arrays.fill(values, Double.NaN);
    }

    /// Sets the value of a record. One that is missing, or is neither a number nor a date, is the
    /// last.
    public void set(int number, @Nullable String value) {
      if (value == null || value.isBlank()) {
        return;
      }
      String plain = value.strip();
      if (isLength) {
        values[number] = value.codePointCount(0, value.length());
      } else if (DATE.matcher(plain).lookingAt()) {
        values[number] = date(plain);
      } else {
        setNumber(number, plain);
      }
    }

    private void setNumber(int number, String value) {
      if (!DecimalNumber.is(value)) {
        return;
      }
      double nearest = Double.parseDouble(value);
      if (!Double.isFinite(nearest)) {
        return;
      }
      values[number] = nearest;
      if (value.length() > EXACT_DIGITS && value.length() <= MAX_EXACT_DIGITS && nearest != 0) {
        double rest = new BigDecimal(value).subtract(BigDecimal.valueOf(nearest)).doubleValue();
        if (rest != 0) {
          rests()[number] = rest;
        }
      }
    }

    private synchronized double[] rests() {
      double[] all = rests;
      if (all == null) {
        all = new double[values.length];
        rests = all;
      }
      return all;
    }

    private Comparator<Integer> order() {
      int sign = isLeast ? 1 : -1;
      double[] all = rests;
      Comparator<Integer> order = Comparator.comparingDouble(number -> sign * values[number]);
      return all == null ? order : order.thenComparingDouble(number -> sign * all[number]);
    }
  }

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

  /// The column of the next rule that has one, without values.
  public Column column(Criterion criterion, int records) {
    Column column = new Column(criterion, records);
    columns.add(column);
    return column;
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
      if (rule.column() != null) {
        order = order.thenComparing(columns.get(column++).order());
      } else if (rule.criterion() == Criterion.LONGEST) {
        order = order.thenComparing(Comparator.comparingInt(corpus::length).reversed());
      } else if (rule.criterion() == Criterion.LAST) {
        order = order.thenComparing(Comparator.reverseOrder());
      }
    }
    return order.thenComparing(Comparator.naturalOrder());
  }
}
