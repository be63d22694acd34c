package io.neardup.cli.corpus;

import io.neardup.pairs.group.SurvivorRule;
import io.neardup.pairs.group.SurvivorRule.Criterion;
import io.neardup.pairs.group.SurvivorValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The order in which records of a group are preferred, by rules and by the values of columns. 8
/// bytes for each record and column, and as much again if a number of it has more digits than a
/// `double`.
public final class SurvivorOrder {

  private final List<SurvivorRule> rules;
  private final List<Column> columns = new ArrayList<>(); // of the rules that have one, in order

  /// The values of a rule for all records. Records may be set by several threads, each by one.
  public static final class Column {

    private final SurvivorRule rule;
    private final double[] values;
    private volatile double @Nullable [] rests; // once one is not 0

    private Column(SurvivorRule rule, int records) {
      this.rule = rule;
      this.values = new double[records];
      Arrays.fill(values, Double.NaN);
    }

    /// Sets the value of a record. One that is missing, or is neither a number nor a date, is the
    /// last.
    ///
    /// @return whether it has a value by the rule
    public boolean set(int number, @Nullable String text) {
      SurvivorValue value = rule.value(text);
      values[number] = value.nearest();
      if (value.rest() != 0) {
        rests()[number] = value.rest();
      }
      return !Double.isNaN(value.nearest());
    }

    private SurvivorValue at(int number) {
      double[] all = rests;
      return new SurvivorValue(values[number], all == null ? 0 : all[number]);
    }

    private synchronized double[] rests() {
      double[] all = rests;
      if (all == null) {
        all = new double[values.length];
        rests = all;
      }
      return all;
    }
  }

  /// @param rules the first decides, the next one ties, and the order of the files the last ones
  public SurvivorOrder(List<SurvivorRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /// Whether records with the most near-duplicates are preferred before all else.
  boolean isCentral() {
    return SurvivorRule.isCentral(rules);
  }

  /// Whether one record of each group is kept.
  boolean keepsOne() {
    return SurvivorRule.keepsOne(rules);
  }

  /// The column of the next rule that has one, without values.
  public Column column(SurvivorRule rule, int records) {
    Column column = new Column(rule, records);
    columns.add(column);
    return column;
  }

  /// The order of the numbers of records.
  Comparator<Integer> of(Corpus corpus) {
    Comparator<Integer> order = Comparator.comparing(number -> !corpus.reference().has(number));
    int column = 0;
    for (SurvivorRule rule : rules) {
      if (rule.column() != null) {
        order = order.thenComparing(columns.get(column++)::at, rule.order());
      } else if (rule.isOfLength()) {
        int sign = rule.isLeast() ? 1 : -1;
        order = order.thenComparingInt(number -> sign * corpus.length(number));
      } else if (rule.criterion() == Criterion.LAST) {
        order = order.thenComparing(Comparator.reverseOrder());
      }
    }
    return order.thenComparing(Comparator.naturalOrder());
  }
}
