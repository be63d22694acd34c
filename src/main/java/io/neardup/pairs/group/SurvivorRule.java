package io.neardup.pairs.group;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A rule by which one record of a group is preferred to others.
///
/// @param column by whose values, null for a rule of the records themselves
public record SurvivorRule(Criterion criterion, @Nullable String column) implements Serializable {

  /// What is preferred. The values of a column come after its name and a colon.
  public enum Criterion {
    /// Most near-duplicates.
    CENTRAL(false),

    /// The first in the order of the files.
    FIRST(false),

    /// The last.
    LAST(false),

    /// The most characters, of the text or of a value.
    LONGEST(true),

    /// The fewest characters, of the text or of a value.
    SHORTEST(true),

    /// The greatest value.
    MAX(true),

    /// The least value.
    MIN(true),

    /// No record of a group is kept.
    NONE(false);

    private final boolean ofColumn;

    Criterion(boolean ofColumn) {
      this.ofColumn = ofColumn;
    }
  }

  /// The name for the length of the text in place of a column.
  private static final String LENGTH = "length";

  private static final String KNOWN =
      "central, first, last, longest, none, or columns such as fetched:max, price:min,"
          + " title:longest and url:shortest, separated by commas";

  /// Reads rules that are separated by commas.
  ///
  /// @throws IllegalArgumentException if one is not known, or not possible where it stands
  public static List<SurvivorRule> parse(String rules) {
    List<SurvivorRule> parsed = new ArrayList<>();
    for (String rule : rules.split(",", -1)) {
      parsed.add(rule(rule.strip()));
    }
    for (int i = 0; i < parsed.size(); i++) {
      Criterion criterion = parsed.get(i).criterion;
      if (criterion == Criterion.NONE && parsed.size() > 1) {
        throw new IllegalArgumentException("none cannot be combined with another rule");
      }
      if (criterion == Criterion.CENTRAL && i > 0) {
        throw new IllegalArgumentException("central must be the first rule");
      }
      if ((criterion == Criterion.FIRST || criterion == Criterion.LAST) && i < parsed.size() - 1) {
        throw new IllegalArgumentException(
            criterion.name().toLowerCase(Locale.ROOT)
                + " must be the last rule, as it decides all ties");
      }
    }
    return parsed;
  }

  /// Whether rules keep no record of a group. Groups are chains then, unless others are requested:
  /// a star may lack a near-duplicate that is in another one.
  public static boolean isNone(@Nullable String rules) {
    return rules != null && rules.strip().equals("none");
  }

  /// Whether records with the most near-duplicates are preferred before all else.
  public static boolean isCentral(List<SurvivorRule> rules) {
    return rules.getFirst().criterion == Criterion.CENTRAL || !keepsOne(rules);
  }

  /// Whether one record of each group is kept.
  public static boolean keepsOne(List<SurvivorRule> rules) {
    return rules.getFirst().criterion != Criterion.NONE;
  }

  /// The value of a record.
  ///
  /// @param text in the column, null if it has none
  public SurvivorValue value(@Nullable String text) {
    return SurvivorValue.of(criterion, text);
  }

  /// Whether the least value is preferred, or otherwise the greatest.
  public boolean isLeast() {
    return criterion == Criterion.MIN || criterion == Criterion.SHORTEST;
  }

  /// Whether the length of the text decides.
  public boolean isOfLength() {
    return column == null && criterion.ofColumn;
  }

  /// The fault of a column that decides nothing.
  ///
  /// @param odd the number of its values, which are neither numbers nor dates
  public String withoutValues(long odd) {
    return "no record has a "
        + (odd == 0 ? "value" : "number or a date")
        + " in column '"
        + column
        + "', named by --survivor";
  }

  /// Whether a value is compared as a date.
  public boolean isDate(@Nullable String value) {
    return (criterion == Criterion.MAX || criterion == Criterion.MIN)
        && SurvivorValue.isDate(value);
  }

  /// Sentences about values that cannot be compared.
  ///
  /// @param values the number of those that can be
  /// @param dates the number of dates among these
  /// @param odd the number of others
  public List<String> notes(long values, long dates, long odd) {
    List<String> notes = new ArrayList<>();
    if (odd > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%,d values of column '%s' are neither numbers nor dates; their records are the last",
              odd,
              column));
    }
    if (dates > 0 && dates < values) {
      notes.add(
          String.format(
              Locale.ROOT,
              "column '%s' mixes %,d dates and %,d numbers, such as years alone; a date counts as"
                  + " its seconds since 1970, so that these are not in order of time: write all as"
                  + " dates, such as 2026-01",
              column,
              dates,
              values - dates));
    }
    return notes;
  }

  /// The order of values, the preferred one first; those that are missing are the last.
  public Comparator<SurvivorValue> order() {
    int sign = isLeast() ? 1 : -1;
    return Comparator.<SurvivorValue>comparingDouble(value -> sign * value.nearest())
        .thenComparingDouble(value -> sign * value.rest());
  }

  private static SurvivorRule rule(String rule) {
    int colon = rule.lastIndexOf(':');
    String name = rule.substring(colon + 1).strip().toUpperCase(Locale.ROOT);
    for (Criterion criterion : Criterion.values()) {
      if (criterion.name().equals(name) && colon > 0 && criterion.ofColumn) {
        String column = rule.substring(0, colon).strip();
        SurvivorRule named = new SurvivorRule(criterion, column);
        return !column.equals(LENGTH)
            ? named
            : new SurvivorRule(named.isLeast() ? Criterion.SHORTEST : Criterion.LONGEST, null);
      }
      if (criterion.name().equals(name)
          && colon < 0
          && (!criterion.ofColumn || criterion == Criterion.LONGEST)) {
        return new SurvivorRule(criterion, null);
      }
    }
    throw new IllegalArgumentException(
        (rule.isEmpty() ? "has an empty rule, or a comma too many; rules are " : "must be ")
            + KNOWN
            + (rule.isEmpty() ? "" : ", was '" + rule + "'"));
  }

  /// As it is written in options.
  @Override
  public String toString() {
    String name = criterion.name().toLowerCase(Locale.ROOT);
    return column == null && criterion != Criterion.SHORTEST
        ? name
        : (column == null ? LENGTH : column) + ":" + name;
  }
}
