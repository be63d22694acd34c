package io.neardup.web.problem;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// A value that is no number is refused with the range of the field, as the description has it.
class NumberProblemsTests {

  private final SoftAssertions refusals = new SoftAssertions();
  private int checked;

  @Test
  void theRangeOfEveryNumberIsNamed() throws IOException {
    JsonNode api = Json.read(Files.readString(Path.of("docs/openapi.json")));
    for (JsonNode path : api.get("paths")) {
      for (JsonNode operation : path) {
        operation
            .path("parameters")
            .forEach(each -> check(each.get("name").asString(), each.path("schema")));
      }
    }
    api.at("/components/schemas")
        .properties()
        .forEach(each -> {
          String name = each.getKey();
          JsonNode schema = each.getValue();
          if (name.matches(".*(Request|Patch)")) {
            schema
                .path("properties")
                .properties()
                .forEach(field -> check(field.getKey(), field.getValue()));
          }
        });
    refusals.assertAll();
    assertThat(checked).isGreaterThan(20);
  }

  @Test
  void weightsHaveTwoRanges() {
    assertThat(Problems.number(BigDecimal.class, "features[0].weight")).contains("0 to 1000000");
    assertThat(Problems.number(Double.class, "judgements[0].weight")).contains("above 0");
  }

  /// A time to live and a limit of less than others have messages of their own.
  private void check(String field, JsonNode schema) {
    boolean whole = schema.path("type").toString().contains("integer");
    if (!whole && !schema.path("type").toString().contains("number")
        || field.endsWith("Seconds")
        || field.equals("limit") && schema.path("maximum").asInt() == 100) {
      return;
    }
    checked++;
    String allowed = Problems.number(whole ? Integer.class : Double.class, field);
    refusals.assertThat(allowed).as(field).startsWith(whole ? "a whole number" : "a number");
    JsonNode most = schema.path("maximum");
    JsonNode least = schema.path("minimum");
    if (!most.isMissingNode()) {
      refusals.assertThat(allowed).as(field).contains(most.asString());
    } else if (!least.isMissingNode()) {
      refusals.assertThat(allowed).as(field).contains(least.asString());
    }
  }
}
