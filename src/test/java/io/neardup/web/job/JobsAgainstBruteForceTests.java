package io.neardup.web.job;

import static io.neardup.web.job.BruteForce.NARROW;
import static io.neardup.web.job.BruteForce.WIDE;
import static io.neardup.web.job.BruteForce.beyond;
import static io.neardup.web.job.BruteForce.expectedGroups;
import static io.neardup.web.job.BruteForce.expectedPairs;
import static io.neardup.web.job.BruteForce.joined;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.RunningService.Answer;
import io.neardup.Seeds;
import io.neardup.simhash.Fingerprint;
import io.neardup.web.job.BruteForce.Request;
import io.neardup.web.job.BruteForce.Shape;
import io.neardup.web.job.BruteForce.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs of random collections against a comparison of all documents: pairs, groups by stars and by
/// components, clean-ups and their undoing, comparisons of two collections, with filters and all
/// rules for what is kept. Some documents are disabled, allowed or expired, and some collections
/// have wide fingerprints, or more equal ones than are listed pair by pair.
class JobsAgainstBruteForceTests extends JobTest {

  private static final int REQUESTS = 6;

  @Test
  void jobsEqualAComparisonOfAllDocuments() {
    Seeds.random(random -> {
      for (int world = 0; world < Seeds.rounds(20); world++) {
        collections();
        Shape shape = world % 2 == 0 ? NARROW : WIDE;
        for (String name : List.of("own", "other")) {
          service
              .put("/collections/" + name, "{\"profile\":\"" + shape.profile() + "\"}")
              .require(200, 201);
        }
        List<Fingerprint> centres =
            Stream.generate(() -> shape.random(random)).limit(1 + random.nextInt(12)).toList();
        store(random, shape, centres, "own", 3, random.nextBoolean() ? 0 : 150);
        store(random, shape, centres, "other", random.nextBoolean() ? 1 : 9, 0);
        List<Stored> all = stored("own");
        List<Stored> others = stored("other");
        for (int i = 0; i < REQUESTS; i++) {
          Request request = Request.random(random, shape.flips());
          check(all, request, shape);
          compare(all, others, request, shape);
        }
        cleanUp(Request.random(random, shape.flips()), shape);
      }
    });
  }

  /// Stores documents, some of them several times.
  ///
  /// @param equal the number of further documents with one fingerprint
  private static void store(
      SplittableRandom random,
      Shape shape,
      List<Fingerprint> centres,
      String collection,
      int batches,
      int equal) {
    List<String> ids = new ArrayList<>();
    for (int batch = 0; batch < batches; batch++) {
      StringBuilder lines = new StringBuilder();
      for (int i = random.nextInt(5, 60); i > 0; i--) {
        String id =
            ids.isEmpty() || random.nextInt(10) > 0
                ? "d" + Integer.toString(random.nextInt(1_000_000), 36)
                : ids.get(random.nextInt(ids.size()));
        ids.add(id);
        Fingerprint centre = centres.get(random.nextInt(centres.size()));
        lines.append(line(random, id, shape.edited(centre, random)));
      }
      for (int i = 0; i < (batch == 0 ? equal : 0); i++) {
        lines.append(line(random, "e" + i, centres.getFirst()));
      }
      service
          .postLines("/documents?limit=0&collection=" + collection, lines.toString())
          .require(200);
    }
    judge(collection, "off", "{\"enabled\":false}");
    judge(collection, "allowed", "{\"allowed\":true}");
    judge(collection, "both", "{\"allowed\":true,\"enabled\":false}");
    Eventually.await()
        .until(() ->
            stored(collection).stream()
                .noneMatch(each -> each.metadata().get("state").asString().equals("gone")));
  }

  private static String line(SplittableRandom random, String id, Fingerprint fingerprint) {
    String state =
        switch (random.nextInt(40)) {
          case 0, 1 -> "off";
          case 2 -> "allowed";
          case 3 -> "both";
          case 4, 5 -> "gone";
          default -> "on";
        };
    return "{\"id\":\"%s\",\"fingerprint\":\"%s\"%s,\"metadata\":{\"lang\":\"%s\",\"state\":\"%s\"%s}}\n"
        .formatted(
            id,
            fingerprint,
            state.equals("gone") ? ",\"ttlSeconds\":1" : "",
            random.nextBoolean() ? "de" : "en",
            state,
            random.nextInt(4) == 0 ? "" : ",\"rank\":" + random.nextInt(20) / 2.0);
  }

  private static void judge(String collection, String state, String verdict) {
    service
        .patch("/documents?collection=" + collection + "&filter=state:" + state, verdict)
        .require(200);
  }

  private static List<Stored> stored(String collection) {
    return service
        .get("/documents?limit=10000&collection=" + collection)
        .json()
        .get("documents")
        .valueStream()
        .map(each -> {
          String hex = each.get("fingerprint").asString();
          return new Stored(
              each.get("id").asString(),
              Fingerprint.parse(hex, 4 * hex.length()),
              Instant.parse(each.get("createdAt").asString()),
              Instant.parse(each.get("updatedAt").asString()),
              offset(collection, each.get("id").asString()),
              each.get("metadata"),
              each.path("enabled").asBoolean(true),
              each.path("allowed").asBoolean(false));
        })
        .toList();
  }

  /// The entity tag begins with the position: a partition, and the offset.
  private static long offset(String collection, String id) {
    String target = "/documents/" + id + "?collection=" + collection;
    Answer document = service.get(target);
    return document.status() == 404 // it has expired meanwhile
        ? 0
        : Long.parseLong(document.require(200).header("ETag").split("-")[1]);
  }

  /// What a comparison looks up in what, and the pairs that it finds.
  private record Compared(List<Stored> own, List<Stored> other, List<String> pairs) {

    /// One collection is looked up in the other one, whose allowed documents allow it.
    static Compared of(
        List<Stored> own, List<Stored> other, boolean looksUpOwn, Request request, Shape shape) {
      List<Stored> larger = looksUpOwn ? other : own;
      Request all = request.ofAll(); // the filter is that of the job's collection
      List<Stored> queries =
          joined(looksUpOwn ? own : other, looksUpOwn ? request : all, shape).stream()
              .filter(each -> !each.isAllowedBy(larger, shape))
              .toList();
      List<Stored> found =
          larger.stream()
              .filter(each -> each.enabled() && !each.allowed())
              .filter(each -> each.passes(looksUpOwn ? all : request))
              .toList();
      List<String> pairs = new ArrayList<>();
      for (Stored a : looksUpOwn ? queries : found) {
        for (Stored b : looksUpOwn ? found : queries) {
          if (a.distance(b) <= request.maxDistance()) {
            pairs.add(a.id() + " " + b.id() + " " + a.distance(b));
          }
        }
      }
      return new Compared(looksUpOwn ? queries : found, looksUpOwn ? found : queries, pairs);
    }
  }

  /// The smaller collection is looked up, for a clean-up that of the job.
  private static void compare(List<Stored> own, List<Stored> other, Request request, Shape shape) {
    String id = jobs.start("own", request.body("compare-with"));
    JsonNode counts = jobs.done(id).get("counts");
    boolean looksUpOwn = counts.get("documents").asInt() <= counts.get("withDocuments").asInt();
    Compared expected = Compared.of(own, other, looksUpOwn, request, shape);
    String described = request + " with " + other.size() + " documents";
    assertThat(expanded(jobs.lines(id), expected.own, expected.other, false))
        .as(described)
        .containsExactlyInAnyOrderElementsOf(expected.pairs);
    Compared cleaned = Compared.of(own, other, true, request, shape);
    List<String> listed = new ArrayList<>();
    for (JsonNode each : jobs.run("own", request.cleanUp())) {
      listed.add(each.get("id").asString());
      assertThat(cleaned.pairs)
          .as(described)
          .contains(
              each.get("id").asString()
                  + " "
                  + each.get("survivor").asString()
                  + " "
                  + each.get("distance").asInt());
    }
    assertThat(listed)
        .as(described)
        .containsExactlyInAnyOrderElementsOf(
            cleaned.pairs.stream().map(pair -> pair.split(" ")[0]).distinct().toList());
  }

  /// Applies a dry run, after which no duplicates are left, and undoes that.
  private static void cleanUp(Request request, Shape shape) {
    List<Stored> before = stored("own");
    List<String> dropped =
        expectedGroups(joined(before, request, shape), request).stream()
            .flatMap(group -> group.stream().skip(1))
            .toList();
    String dryRun = jobs.start("own", request.body("dedupe"));
    jobs.done(dryRun);
    String applied = followUp(dryRun, "apply");
    assertThat(jobs.done(applied).at("/counts/applied").asInt(0)).isEqualTo(dropped.size());
    List<Stored> after = stored("own");
    assertThat(enabled(after))
        .isEqualTo(enabled(before).stream().filter(id -> !dropped.contains(id)).toList());
    check(after, request, shape);
    if (!dropped.isEmpty()) {
      String undone = followUp(applied, "undo");
      assertThat(jobs.done(undone).at("/counts/restored").asInt()).isEqualTo(dropped.size());
    }
    assertThat(enabled(stored("own"))).isEqualTo(enabled(before));
    check(stored("own"), request, shape);
  }

  private static String followUp(String job, String what) {
    return service.send("POST", "/jobs/" + job + "/" + what, Map.of(), "").require(202).text("/id");
  }

  private static List<String> enabled(List<Stored> documents) {
    return documents.stream().filter(Stored::enabled).map(Stored::id).toList();
  }

  private static void check(List<Stored> all, Request request, Shape shape) {
    List<Stored> documents = joined(all, request, shape);
    String described = request + " of " + documents.size() + " documents";
    assertThat(expanded(jobs.run("own", request.body("pairs")), documents, documents, true))
        .as(described)
        .containsExactlyInAnyOrderElementsOf(expectedPairs(documents, request.maxDistance()));
    List<List<String>> expected = expectedGroups(documents, request);
    String groups = jobs.start("own", request.body("groups"));
    JsonNode job = jobs.done(groups);
    assertThat(groups(jobs.lines(groups))).as(described).isEqualTo(expected);
    long beyond = beyond(expected, documents, request.maxDistance());
    assertThat(job.at("/summary/beyond").asLong()).as(described).isEqualTo(beyond);
    assertThat(job.get("summary").has("warning")).isEqualTo(beyond > 0);
    assertThat(job.at("/summary/groups").asInt()).isEqualTo(expected.size());
    assertThat(job.at("/summary/exact").asBoolean()).isTrue();
    assertThat(job.at("/summary/documents").asInt()).isEqualTo(documents.size());
    List<String> dropped = new ArrayList<>();
    for (JsonNode row : jobs.run("own", request.body("dedupe"))) {
      dropped.add(row.get("survivor").asString() + " " + row.get("id").asString());
      assertThat(row.has("featureSimilarity")).isTrue();
    }
    assertThat(dropped)
        .as(described)
        .isEqualTo(
            expected.stream()
                .flatMap(group -> group.stream().skip(1).map(id -> group.getFirst() + " " + id))
                .toList());
  }

  /// The listed pairs, with those that are represented by others.
  ///
  /// @param inOrder whether the ids of a pair are in order
  private static List<String> expanded(
      List<JsonNode> lines, List<Stored> as, List<Stored> bs, boolean inOrder) {
    List<String> pairs = new ArrayList<>();
    for (JsonNode line : lines) {
      if (!line.has("a")) {
        continue; // those of one fingerprint follow below
      }
      for (String a : represented(line, "a", "equalToA", as)) {
        for (String b : represented(line, "b", "equalToB", bs)) {
          boolean swapped = inOrder && a.compareTo(b) > 0;
          pairs.add((swapped ? b + " " + a : a + " " + b) + " " + line.get("distance").asInt());
        }
      }
    }
    TreeSet<String> equal = new TreeSet<>();
    lines.stream()
        .filter(line -> line.has("ids"))
        .forEach(line -> line.get("ids").forEach(id -> equal.add(id.asString())));
    for (String a : equal) {
      equal.tailSet(a, false).forEach(b -> pairs.add(a + " " + b + " 0"));
    }
    return pairs;
  }

  private static List<String> represented(
      JsonNode line, String end, String count, List<Stored> documents) {
    String id = line.get(end).asString();
    if (!line.has(count)) {
      return List.of(id);
    }
    Fingerprint shared =
        documents.stream()
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow()
            .fingerprint();
    List<String> all =
        documents.stream()
            .filter(each -> each.fingerprint().equals(shared))
            .map(Stored::id)
            .toList();
    assertThat(line.get(count).asInt()).isEqualTo(all.size());
    return all;
  }

  /// The ids of each group, the survivor first.
  private static List<List<String>> groups(List<JsonNode> lines) {
    TreeMap<Long, List<String>> groups = new TreeMap<>();
    for (JsonNode line : lines) {
      List<String> ids = groups.computeIfAbsent(line.get("group").asLong(), n -> new ArrayList<>());
      line.get("members").forEach(each -> ids.add(each.get("id").asString()));
    }
    return List.copyOf(groups.values());
  }
}
