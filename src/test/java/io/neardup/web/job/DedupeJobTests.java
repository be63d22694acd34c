package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.RunningService.Answer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// What clean-ups list, disable and remove.
class DedupeJobTests extends JobTest {

  private final TreeMap<String, Long> stored = new TreeMap<>();

  @Test
  void dryRunsChangeNothingAndAreAppliedExactly() {
    jobs.storeClusters("own", stored, 200, 3);
    Set<String> expected = new TreeSet<>();
    service
        .get("/groups?maxDistance=5&limit=10000&collection=own")
        .json()
        .get("groups")
        .forEach(group ->
            group
                .get("members")
                .valueStream()
                .skip(1)
                .forEach(member -> expected.add(member.get("id").asString())));
    String id =
        jobs.start(
            "own",
            "{\"kind\":\"dedupe\",\"maxDistance\":5,\"action\":\"remove\",\"removeAfterSeconds\":0}");
    JsonNode job = jobs.done(id);
    assertThat(job.at("/counts/duplicates").asInt()).isEqualTo(expected.size()).isGreaterThan(20);
    List<JsonNode> listed = jobs.lines(id);
    assertThat(listed)
        .extracting(each -> each.get("id").asString())
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(jobs.documents("own")).isEqualTo(stored.keySet());

    String changed = listed.get(0).get("id").asString();
    service
        .patch("/documents/" + changed + "?collection=own", "{\"metadata\":{\"seen\":1}}")
        .require(200);
    String removed = listed.get(1).get("id").asString();
    service.delete("/documents/" + removed + "?collection=own").require(204);
    String lost = listed.getLast().get("survivor").asString();
    service.delete("/documents/" + lost + "?collection=own").require(204);

    Answer applied = service.send("POST", "/jobs/" + id + "/apply", Map.of(), "").require(202);
    JsonNode application = jobs.done(applied.text("/id"));
    Set<String> kept = new TreeSet<>(stored.keySet());
    long ofLost = 0;
    for (JsonNode each : listed) {
      String own = each.get("id").asString();
      if (each.get("survivor").asString().equals(lost)) {
        ofLost++;
      } else if (!own.equals(changed)) {
        kept.remove(own);
      }
    }
    kept.remove(removed);
    kept.remove(lost);
    assertThat(jobs.documents("own")).isEqualTo(kept);
    assertThat(application.at("/counts/survivorChanged").asLong()).isEqualTo(ofLost).isPositive();
    assertThat(application.at("/counts/changed").asInt()).isEqualTo(2);
    assertThat(application.at("/counts/applied").asLong()).isEqualTo(listed.size() - ofLost - 2);
    assertThat(application.at("/request/of").asString()).isEqualTo(id);
    assertThat(jobs.lines(applied.text("/id")))
        .filteredOn(line -> line.get("id").asString().equals(changed))
        .singleElement()
        .satisfies(line -> assertThat(line.get("outcome").asString()).isEqualTo("changed"));
  }

  /// A chain connects `a` and `d`, which are farther from each other than the limit.
  @Test
  void applicationsWarnAsTheirDryRun() {
    service
        .postLines(
            "/documents?collection=own",
            JobClient.line("a", 0xFF00, "en")
                + JobClient.line("b", 0xFF03, "en")
                + JobClient.line("d", 0xFF0F, "en"))
        .require(200);
    String id = jobs.start("own", "{\"kind\":\"dedupe\",\"maxDistance\":2,\"by\":\"components\"}");
    JsonNode summary = jobs.done(id).get("summary");
    assertThat(summary.get("warning").asString())
        .endsWith("by chains of near-duplicates: 1. With by=star, there are none.");
    String applied =
        service.send("POST", "/jobs/" + id + "/apply", Map.of(), "").require(202).text("/id");
    assertThat(jobs.done(applied).get("summary")).isEqualTo(summary);
    assertThat(service.get("/jobs/" + applied + "/results").json().get("summary"))
        .isEqualTo(summary);
  }

  @Test
  void changesOfJobsAreInTheFeed() {
    service
        .postLines(
            "/documents?collection=own",
            JobClient.line("a", 1, "en") + JobClient.line("b", 3, "en"))
        .require(200);
    String after = service.get("/changes?after=end").lines().getLast().get("cursor").asString();
    String request = "{\"kind\":\"dedupe\",\"dryRun\":false,\"action\":\"remove\"%s}";
    jobs.run("own", request.formatted(""));
    service
        .put("/documents/c?collection=own", "{\"fingerprint\":\"0000000000000001\"}")
        .require(201);
    jobs.run("own", request.formatted(",\"removeAfterSeconds\":0"));
    assertThat(service.get("/changes?after=" + after).lines())
        .extracting(line ->
            line.path("change").asString("")
                + line.path("id").asString("")
                + line.at("/document/enabled").asString(""))
        .containsExactly("putbfalse", "deletec", "");
  }
}
