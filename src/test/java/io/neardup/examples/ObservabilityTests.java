package io.neardup.examples;

import static io.neardup.Eventually.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.RunningService;
import io.neardup.Scrape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// The dashboard and the alerts query only metrics that the service exports.
@HttpTest
class ObservabilityTests {

  private static final Path FOLDER = Path.of("observability");

  /// A metric with its matchers, if it has any.
  private static final Pattern SELECTOR =
      Pattern.compile(
          "\\b([a-z][a-z0-9_]*_[a-z0-9_]+|up)\\b(?!\\s*\\()(?:\\{([^}]*(?:\\{[^}]*}[^}]*)*)})?");

  private static final Pattern MATCHER = Pattern.compile("([a-z]+)(=~|=)\"([^\"]*)\"");

  /// Labels that Prometheus adds.
  private static final Set<String> ADDED = Set.of("instance", "job");

  @Autowired private RunningService service;

  private Scrape scrape;

  @BeforeEach
  void makeTraffic() {
    String text = "{\"text\":\"the cat sat on the mat and slept there all day\"}";
    service.put("/documents/observed", text);
    service.postLines("/documents?limit=0", text);
    service.get("/duplicates?text=cat");
    service.post("/duplicates", text);
    List<byte[]> garbage = new ArrayList<>();
    scrape =
        await()
            .until(
                () -> {
                  garbage.clear();
                  for (int i = 0; i < 64; i++) {
                    garbage.add(new byte[1 << 18]);
                  }
                  return Scrape.of(service.get("/actuator/prometheus").body());
                },
                scraped -> scraped.names().contains("jvm_gc_pause_seconds_count"));
    service.delete("/documents/observed");
  }

  @Test
  void dashboardUsesExportedMetrics() throws IOException {
    List<String> expressions = dashboardExpressions();
    assertThat(expressions).hasSizeGreaterThan(30);
    assertThat(faults(expressions)).isEmpty();
  }

  @Test
  void alertsUseExportedMetrics() throws IOException {
    List<String> expressions =
        Alerts.rules().stream().map(alert -> alert.get("expr").toString()).toList();
    assertThat(expressions).hasSizeGreaterThan(10);
    assertThat(faults(expressions)).isEmpty();
  }

  @Test
  void detectsUnknownMetrics() {
    assertThat(faults(List.of("rate(neardup_nothing_total[5m]) > 0"))).hasSize(1);
    assertThat(faults(List.of("sum by (x) (neardup_problems_total{type=\"nothing\"})"))).hasSize(1);
    assertThat(faults(List.of("neardup_documents{nothing=\"a\"}"))).hasSize(1);
    assertThat(faults(List.of("neardup_documents{collection=\"default\"}"))).isEmpty();
  }

  @Test
  void monitoringGuideDescribesEachAlert() throws IOException {
    Set<String> guide =
        Pattern.compile("(?m)^\\| `(Neardup[A-Za-z]+)` \\|")
            .matcher(Files.readString(Path.of("docs/monitoring.md")))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(guide).isEqualTo(Alerts.names());
  }

  private List<String> faults(List<String> expressions) {
    List<String> faults = new ArrayList<>();
    for (String expression : expressions) {
      String plain = expression.replaceAll("\\b(by|on) \\([^)]*\\)|\\[[^]]*]", "");
      for (MatchResult selector : SELECTOR.matcher(plain).results().toList()) {
        if (!isThere(selector.group(1), selector.group(2))) {
          faults.add(selector.group() + " in " + expression);
        }
      }
    }
    return faults;
  }

  private boolean isThere(String name, String matchers) {
    if (name.equals("up") || name.startsWith("neardup_cluster_")) {
      return true; // those of a cluster are compared in ClusterTests
    }
    if (!scrape.names().contains(name)) {
      return false;
    }
    return matchers == null
        || MATCHER
            .matcher(matchers)
            .results()
            .filter(matcher -> !ADDED.contains(matcher.group(1)))
            .allMatch(matcher -> matchesSome(name, matcher));
  }

  private boolean matchesSome(String name, MatchResult matcher) {
    Set<String> values = scrape.values(name, matcher.group(1));
    String wanted = matcher.group(3);
    if (wanted.startsWith("$")) {
      return !values.isEmpty(); // a variable of the dashboard
    }
    return matcher.group(2).equals("=")
        ? values.contains(wanted)
        : List.of(wanted.split("\\|")).stream()
            .allMatch(part -> values.stream().anyMatch(value -> value.matches(part)));
  }

  private static List<String> dashboardExpressions() throws IOException {
    JsonNode dashboard =
        Json.read(Files.readString(FOLDER.resolve("grafana/dashboards/neardup.json")));
    List<String> expressions = new ArrayList<>();
    for (JsonNode panel : dashboard.get("panels")) {
      panel.path("targets").forEach(target -> expressions.add(target.get("expr").asString()));
    }
    for (JsonNode variable : dashboard.at("/templating/list")) {
      if (variable.get("type").asString().equals("datasource")) {
        continue;
      }
      String query = variable.at("/query/query").asString();
      expressions.add(query.replaceAll("label_values\\((\\w+), \\w+\\)", "$1"));
    }
    return expressions;
  }
}
