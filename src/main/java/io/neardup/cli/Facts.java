package io.neardup.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What a command has found, by name. The report has all of it, and the sentences of the summary
/// are made of it, so that both have the same numbers.
final class Facts {

  private static final Pattern NAME =
      Pattern.compile("\\{(\\w+)(?::(?:([^|}]+)\\|([^}]+)|([^|}]+)))?}");

  private final Map<String, Object> values = new LinkedHashMap<>();
  private final List<String> sentences = new ArrayList<>();
  private final List<TimedStep> steps = new ArrayList<>();

  /// A step of the run.
  record TimedStep(String step, double seconds) {}

  /// Adds or replaces a value.
  Facts put(String name, Object value) {
    values.put(name, value);
    return this;
  }

  /// Adds a sentence to the summary.
  ///
  /// @param sentence with values by their names, such as `{kept} kept`, or `{records:record}` for
  ///   `1 record` or `2 records`, and `{records:is|are}` for a word by their number; other names
  ///   remain
  void say(String sentence) {
    sentences.add(NAME.matcher(sentence).replaceAll(this::shown));
  }

  private String shown(MatchResult name) {
    Object value = values.getOrDefault(name.group(1), name.group());
    if (name.group(2) != null) {
      return name.group(isOne(value) ? 2 : 3);
    }
    return name.group(4) == null ? shown(value) : counted(value, name.group(4));
  }

  private static boolean isOne(Object value) {
    return value.toString().equals("1");
  }

  /// A number of things, such as `1 record` or `2 records`.
  static String counted(Object number, String noun) {
    return shown(number) + " " + noun + (isOne(number) ? "" : "s");
  }

  private static String shown(Object value) {
    return switch (value) {
      case Integer number -> String.format(Locale.ROOT, "%,d", number);
      case Long number -> String.format(Locale.ROOT, "%,d", number);
      default -> Matcher.quoteReplacement(value.toString());
    };
  }

  /// Adds a step that has ended.
  void took(String step, double seconds) {
    steps.add(new TimedStep(step, seconds));
  }

  /// The steps, in order.
  List<TimedStep> steps() {
    return steps;
  }

  /// The values, in the order in which they were added.
  Map<String, Object> values() {
    return values;
  }

  /// The summary.
  List<String> sentences() {
    return sentences;
  }
}
