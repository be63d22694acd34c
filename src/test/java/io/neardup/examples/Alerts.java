package io.neardup.examples;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.yaml.snakeyaml.Yaml;

/// The alerts for Prometheus, and their tests for `promtool`.
final class Alerts {

  private static final Path FOLDER = Path.of("observability");

  private Alerts() {}

  /// The rules, as in the file.
  static List<Map<String, Object>> rules() throws IOException {
    return maps(read("alerts.yml").get("groups")).stream()
        .flatMap(group -> maps(group.get("rules")).stream())
        .toList();
  }

  /// The names of all rules.
  static Set<String> names() throws IOException {
    return rules().stream()
        .map(rule -> rule.get("alert").toString())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /// The expectation for an alert at a point in time: it fires with certain labels, or does not
  /// fire.
  record Expectation(String alert, boolean fires) {}

  /// All expectations.
  static List<Expectation> expectations() throws IOException {
    return maps(read("alerts.test.yml").get("tests")).stream()
        .flatMap(test -> maps(test.get("alert_rule_test")).stream())
        .map(test ->
            new Expectation(test.get("alertname").toString(), test.containsKey("exp_alerts")))
        .toList();
  }

  private static Map<String, Object> read(String file) throws IOException {
    try (Reader yaml = Files.newBufferedReader(FOLDER.resolve(file))) {
      return new Yaml().load(yaml);
    }
  }

  @SuppressWarnings("unchecked") // as the files are
  private static List<Map<String, Object>> maps(Object list) {
    return (List<Map<String, Object>>) list;
  }
}
