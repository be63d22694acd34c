package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.RunningService.Answer;
import io.neardup.cli.Run;
import io.neardup.web.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  /// The reference is never written; of more than 100 equal documents, all are listed.
  @Test
  void whatIsNearAReferenceIsDisabledAndEnabledAgain() {
    StringBuilder own = new StringBuilder(JobClient.line("new", 0xF0F0F0L, "en"));
    for (int i = 0; i < 120; i++) {
      own.append(JobClient.line("same-%03d".formatted(i), 1, "en"));
    }
    service.postLines("/documents?limit=0&collection=own", own.toString()).require(200);
    service
        .postLines(
            "/documents?limit=0&collection=other",
            JobClient.line("far", 0xF1L, "en")
                + JobClient.line("near", 3, "en")
                + JobClient.line("nearer", 1, "en"))
        .require(200);
    String before = service.get("/documents?collection=other").body();
    String pairs = jobs.start("own", "{\"kind\":\"compare-with\",\"with\":\"other\"}");
    jobs.done(pairs);
    followUp(pairs, "apply").requireProblem("409 conflict", "id", "compare-with with an action");
    String dryRun =
        jobs.start("own", "{\"kind\":\"compare-with\",\"with\":\"other\",\"action\":\"remove\"}");
    JsonNode job = jobs.done(dryRun);
    assertThat(job.at("/counts/duplicates").asInt()).isEqualTo(120);
    assertThat(jobs.lines(dryRun))
        .hasSize(120)
        .allMatch(line -> line.get("survivor").asString().equals("nearer"));
    assertThat(jobs.results(dryRun, "text/csv").body()).startsWith("group,id,tag,survivor,");
    assertThat(enabled("own")).hasSize(121);

    service.patch("/documents/same-007?collection=own", "{\"metadata\":{\"seen\":1}}").require(200);
    String applied = followUp(dryRun, "apply").require(202).text("/id");
    JsonNode counts = jobs.done(applied).get("counts");
    assertThat(counts.get("applied").asInt()).isEqualTo(119);
    assertThat(counts.get("changed").asInt()).isEqualTo(1);
    assertThat(enabled("own")).containsExactly("new", "same-007");
    assertThat(service.get("/documents/same-000?collection=own").json().has("expiresAt")).isTrue();
    assertThat(service.get("/documents?collection=other").body()).isEqualTo(before);

    String undone = followUp(applied, "undo").require(202).text("/id");
    assertThat(jobs.done(undone).at("/counts/restored").asInt()).isEqualTo(119);
    assertThat(enabled("own")).hasSize(121);
    service.delete("/documents/nearer?collection=other").require(204);
    String late = followUp(dryRun, "apply").require(202).text("/id");
    assertThat(jobs.done(late).at("/counts/survivorChanged").asInt()).isEqualTo(120);
    JsonNode atOnce =
        jobs.done(
            jobs.start(
                "own",
                "{\"kind\":\"compare-with\",\"with\":\"other\",\"action\":\"disable\","
                    + "\"dryRun\":false}"));
    assertThat(atOnce.at("/counts/applied").asInt()).isEqualTo(120);
    assertThat(enabled("own")).containsExactly("new");
  }

  private static Answer followUp(String job, String what) {
    return service.send("POST", "/jobs/" + job + "/" + what, Map.of(), "");
  }

  private static List<String> enabled(String collection) {
    return service
        .get("/documents?limit=10000&collection=" + collection)
        .json()
        .get("documents")
        .valueStream()
        .filter(document -> document.path("enabled").asBoolean(true))
        .map(document -> document.get("id").asString())
        .toList();
  }

  /// Of the same rows, as few of them are near and as much is lost. The values of `rank` are
  /// numbers of 19 digits, strings, odd or missing.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | ''",
        "--by components | ,\"by\":\"components\"",
        "--survivor longest | ,\"survivor\":\"longest\"",
        "--survivor rank:max,length:max | ,\"survivor\":\"rank:max,length:max\"",
        "--survivor length:min,rank:max | ,\"survivor\":\"length:min,rank:max\"",
        "--survivor central,rank:min | ,\"survivor\":\"central,rank:min\"",
        "--survivor url:shortest,first | ,\"survivor\":\"url:shortest,first\"",
        "--survivor none | ,\"survivor\":\"none\"",
        "--min-similarity 0.3 | ,\"minSimilarity\":0.3",
        "--min-similarity 0.3 --max-unique 0.05 | ,\"minSimilarity\":0.3,\"maxUnique\":0.05",
        "--contained 0.9 | ,\"contained\":0.9",
        "--by components --contained 0.6 --survivor longest |"
            + " ,\"by\":\"components\",\"contained\":0.6,\"survivor\":\"longest\"",
        "--min-similarity 0.3 --variants keep | ,\"minSimilarity\":0.3,\"variants\":\"keep\"",
        "--variants keep --max-unique 0.2 --contained 0.6 |"
            + " ,\"variants\":\"keep\",\"maxUnique\":0.2,\"contained\":0.6",
      })
  void documentsAreDroppedAsTheRecordsOfAFile(String options, String fields, @TempDir Path folder)
      throws IOException {
    Path file = folder.resolve("in.jsonl");
    List<String> texts = texts();
    StringBuilder rows = new StringBuilder();
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      String row = "{\"id\":\"%04d\",\"text\":%s".formatted(i, Json.quote(texts.get(i)));
      String rank =
          switch (i % 4) {
            case 0 -> "" + (1_790_000_000_000_000_000L + i * 7 % 5);
            case 1 -> "\"%d\"".formatted(1_790_000_000_000_000_000L + i % 3);
            case 2 -> "\"odd\"";
            default -> "null";
          };
      String values = "\"rank\":%s,\"url\":\"%s\"".formatted(rank, "x".repeat(1 + i % 3));
      rows.append(row).append(',').append(values).append("}\n");
      lines.append(row).append(",\"metadata\":{").append(values).append("}}\n");
    }
    Files.writeString(file, rows);
    Path dropped = folder.resolve("dropped.jsonl");
    Path report = folder.resolve("report.json");
    Object[] more = {
      file, "--dry-run", "--dropped", dropped, "--report", report, "--min-similarity", 0.54
    };
    Run.line(
            "dedupe " + options,
            options.contains("--min") ? Arrays.copyOf(more, more.length - 2) : more)
        .require(0);
    service
        .put("/collections/texts", "{\"profile\":\"simhash-256-v1\",\"storeText\":true}")
        .require(201);
    service.postLines("/documents?limit=0&collection=texts", lines.toString()).require(200);
    String id =
        jobs.start(
            "texts",
            "{\"kind\":\"dedupe\",\"recall\":\"exact\""
                + (options.contains("--min") ? "" : ",\"minSimilarity\":0.54")
                + fields
                + "}");
    JsonNode job = jobs.done(id);
    List<String> listed = jobs.lines(id).stream().map(each -> lossOf(each, "survivor")).toList();
    service.delete("/collections/texts").require(204);
    assertThat(listed)
        .hasSizeGreaterThan(10)
        .containsExactlyInAnyOrderElementsOf(
            Files.readAllLines(dropped).stream()
                .map(Json::read)
                .map(each -> lossOf(each, "kept"))
                .toList());
    JsonNode facts = Json.read(Files.readString(report));
    for (String fact : List.of("variants", "nearAndKept")) {
      assertThat(job.at("/counts/" + fact)).as(fact).isEqualTo(facts.get(fact));
    }
    if (!options.contains("none")) {
      assertThat(job.at("/summary/unique").toString().replace("documents", "records"))
          .isEqualTo(facts.get("unique").toString());
    }
  }

  /// What is dropped, for what, and what is lost.
  private static String lossOf(JsonNode each, String kept) {
    String similarity = each.has(kept) && !each.get(kept).isNull() ? "" + shared(each) : "";
    return each.get("id").asString()
        + " "
        + each.path(kept).asString("")
        + " "
        + each.get("kind").asString()
        + " "
        + similarity
        + " "
        + (each.path("unique").isNumber() ? each.get("unique").asDouble() : "");
  }

  private static double shared(JsonNode each) {
    JsonNode exact =
        each.has("featureSimilarity") ? each.get("featureSimilarity") : each.get("similarity");
    return Math.round(exact.asDouble() * 1e4) / 1e4;
  }

  /// Sentences of one form, of which many differ in a word, and edited texts.
  private static List<String> texts() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      texts.add(Texts.of(i));
      texts.add(Texts.edited(i, 2));
      texts.add(Texts.edited(i, 3) + " and more");
      texts.add(Texts.edited(i, 2));
      texts.add(Texts.of(i) + " " + Texts.of(100 + i) + " " + Texts.of(200 + i));
      texts.add(
          "this washing machine holds nine kilograms and has a door on its front; it comes with a"
              + " guarantee of two years and is delivered free of charge, model number k"
              + i * 7919
              + " in colour c"
              + i * 31);
    }
    return texts;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "contained | \"contained\":0",
        "contained | \"contained\":0.9,\"survivor\":\"none\"",
        "maxUnique | \"maxUnique\":1.5",
        "maxUnique | \"maxUnique\":0.1,\"by\":\"components\"",
        "maxUnique | \"maxUnique\":0.1",
        "variants | \"variants\":\"x\"",
        "variants | \"variants\":\"keep\""
      })
  void lossesThatCannotBeLimitedAreRefused(String field, String values) {
    service
        .post("/collections/own/jobs", "{\"kind\":\"dedupe\"," + values + "}")
        .requireProblem(400, field);
  }
}
