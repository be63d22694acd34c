package io.neardup.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The dashboard works with every Grafana that has a Prometheus data source, whatever its name.
class DashboardTests {

  private static final String CHOSEN =
      """
      {"type": "prometheus", "uid": "${datasource}"}\
      """;

  @Test
  void dashboardHasAVariableForTheDataSource() throws IOException {
    JsonNode variable = dashboard().at("/templating/list/0");
    assertThat(variable.get("name").asString()).isEqualTo("datasource");
    assertThat(variable.get("type").asString()).isEqualTo("datasource");
    assertThat(variable.get("query").asString()).isEqualTo("prometheus");
  }

  @Test
  void everyPanelQueryAndVariableUsesThatDataSource() throws IOException {
    JsonNode dashboard = dashboard();
    assertThat(asking(dashboard)).hasSizeGreaterThan(60);
    assertThat(astray(dashboard)).isEmpty();
  }

  /// The check detects a panel with a fixed data source, and a query without one.
  @Test
  void detectsOtherDataSources() throws IOException {
    JsonNode dashboard = dashboard();
    ((ObjectNode) dashboard.at("/panels/1/datasource")).put("uid", "prometheus");
    ((ObjectNode) dashboard.at("/panels/2/targets/0")).remove("datasource");
    assertThat(astray(dashboard)).hasSize(2);
  }

  @Test
  void panelsHaveUniqueIdsAndPositions() throws IOException {
    Set<Integer> ids = new HashSet<>();
    Set<String> places = new HashSet<>();
    for (JsonNode panel : dashboard().get("panels")) {
      assertThat(ids.add(panel.get("id").asInt())).as(panel.get("title").asString()).isTrue();
      JsonNode at = panel.get("gridPos");
      for (int x = at.get("x").asInt(); x < at.get("x").asInt() + at.get("w").asInt(); x++) {
        for (int y = at.get("y").asInt(); y < at.get("y").asInt() + at.get("h").asInt(); y++) {
          assertThat(x).isLessThan(24);
          assertThat(places.add(x + "," + y)).as(panel.get("title").asString()).isTrue();
        }
      }
    }
  }

  /// The Prometheus of `docker-compose.yml` can be selected, and is the default.
  @Test
  void provisioningDefinesADataSource() throws IOException {
    assertThat(
            Files.readString(
                Path.of("observability/grafana/provisioning/datasources/prometheus.yml")))
        .contains("type: prometheus", "isDefault: true");
  }

  private static List<JsonNode> astray(JsonNode dashboard) {
    return asking(dashboard).stream()
        .filter(part -> !Json.read(CHOSEN).equals(part.get("datasource")))
        .toList();
  }

  /// Panels except rows, their queries, and variables that are queries.
  private static List<JsonNode> asking(JsonNode dashboard) {
    List<JsonNode> asking = new ArrayList<>();
    for (JsonNode panel : dashboard.get("panels")) {
      if (!panel.get("type").asString().equals("row")) {
        asking.add(panel);
        panel.get("targets").forEach(asking::add);
      }
    }
    for (JsonNode variable : dashboard.at("/templating/list")) {
      if (variable.get("type").asString().equals("query")) {
        asking.add(variable);
      }
    }
    return asking;
  }

  private static JsonNode dashboard() throws IOException {
    return Json.read(Files.readString(Path.of("observability/grafana/dashboards/neardup.json")));
  }
}
