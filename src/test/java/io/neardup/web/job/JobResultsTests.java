package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVRecord;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The results of jobs as pages and as tables.
class JobResultsTests extends JobTest {

  @Test
  void resultsArePagedAndAreTables() throws IOException {
    service
        .postLines(
            "/documents?collection=own",
            JobClient.line("a,\\\"1\\\"", 1, "en")
                + JobClient.line("b;2", 3, "en")
                + JobClient.line("=c é", 3, "de"))
        .require(200);
    String id = jobs.start("own", "{\"kind\":\"pairs\"}");
    jobs.done(id);
    List<JsonNode> lines = jobs.lines(id);
    List<JsonNode> paged = new ArrayList<>();
    String after = "";
    while (after != null) {
      JsonNode page = service.get("/jobs/" + id + "/results?limit=2" + after).require(200).json();
      page.get("results").forEach(paged::add);
      after = page.has("next") ? "&after=" + page.get("next").asString() : null;
    }
    assertThat(paged).isEqualTo(lines).hasSize(3);

    List<CSVRecord> table = table(id);
    assertThat(table).hasSize(3);
    for (int i = 0; i < 3; i++) {
      assertThat(table.get(i).get("a")).isEqualTo(lines.get(i).get("a").asString());
      assertThat(table.get(i).get("b")).isEqualTo(lines.get(i).get("b").asString());
      assertThat(table.get(i).get("distance")).isEqualTo(lines.get(i).get("distance").asString());
      assertThat(table.get(i).get("equalToA")).isEmpty();
    }
    assertThat(table)
        .anyMatch(row -> row.get("a").equals("a,\"1\"") || row.get("b").equals("a,\"1\""));

    for (String wrong : List.of("1", "-1", "x", "99999999999999999999", "1000000")) {
      service.get("/jobs/" + id + "/results?after=" + wrong).requireProblem(400, "after");
    }
    service
        .send("GET", "/jobs/" + id + "/results?limit=2", Map.of("Accept", "text/csv"), "")
        .requireProblem(400, "limit");
  }

  @Test
  void tablesHaveARowForEachMemberAndEachEqualDocument() throws IOException {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 1_200; i++) {
      many.append(JobClient.line("m-%04d".formatted(i), 1, "en"));
    }
    service.postLines("/documents?collection=own", many.toString()).require(200);
    String groups = jobs.start("own", "{\"kind\":\"groups\"}");
    jobs.done(groups);
    List<CSVRecord> members = table(groups);
    assertThat(members).hasSize(1_200).allMatch(row -> row.get("survivor").equals("m-0000"));
    assertThat(members).allMatch(row -> row.get("size").equals("1200"));
    assertThat(members).extracting(row -> row.get("id")).doesNotHaveDuplicates();
    String pairs = jobs.start("own", "{\"kind\":\"pairs\"}");
    jobs.done(pairs);
    assertThat(table(pairs)).hasSize(1_199).allMatch(row -> row.get("distance").equals("0"));
  }

  private static List<CSVRecord> table(String id) throws IOException {
    String csv = jobs.results(id, "text/csv").body();
    return CSVFormat.RFC4180
        .builder()
        .setHeader()
        .setSkipHeaderRecord(true)
        .get()
        .parse(new StringReader(csv))
        .getRecords();
  }
}
