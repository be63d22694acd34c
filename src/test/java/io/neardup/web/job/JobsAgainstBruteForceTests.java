package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// Jobs of random collections against a comparison of all documents: pairs, groups by stars and by
/// components, clean-ups, with filters and all rules for what is kept.
class JobsAgainstBruteForceTests extends JobTest {

  private static final int WORLDS = 4;
  private static final int REQUESTS = 8;
  private static final List<String> RULES =
      List.of("first", "longest", "newest", "largest", "smallest", "central");

  @Test
  void jobsEqualAComparisonOfAllDocuments() {
    Seeds.random(random -> {
      for (int world = 0; world < WORLDS; world++) {
        collections();
        store(random);
        List<Stored> all = stored();
        for (int i = 0; i < REQUESTS; i++) {
          check(all, Request.random(random));
        }
      }
    });
  }

  /// A document as the service has stored it.
  private record Stored(
      String id, long fingerprint, Instant created, Instant updated, JsonNode metadata) {

    int distance(Stored other) {
      return Long.bitCount(fingerprint ^ other.fingerprint);
    }
  }

  /// @param lang null for no filter
  /// @param rule null for the default
  private record Request(
      int maxDistance, String lang, boolean components, String rule, boolean isDefault) {

    static Request random(SplittableRandom random) {
      boolean components = random.nextInt(3) == 0;
      String rule = RULES.get(random.nextInt(components ? RULES.size() - 1 : RULES.size()));
      boolean isDefault = rule.equals(components ? "first" : "central") && random.nextBoolean();
      return new Request(
          random.nextInt(7), random.nextInt(3) == 0 ? "de" : "", components, rule, isDefault);
    }

    String body(String kind) {
      StringBuilder body =
          new StringBuilder("{\"kind\":\"" + kind + "\",\"maxDistance\":" + maxDistance);
      if (!lang.isEmpty()) {
        body.append(",\"filter\":[\"lang:").append(lang).append("\"]");
      }
      if (!kind.equals("pairs")) {
        if (components) {
          body.append(",\"by\":\"components\"");
        }
        if (!isDefault) {
          body.append(",\"survivor\":\"").append(rule).append('"');
        }
        if (rule.equals("largest") || rule.equals("smallest")) {
          body.append(",\"field\":\"rank\"");
        }
      }
      return body.append('}').toString();
    }

    /// The document to keep first; features are unknown, since fingerprints were stored.
    Comparator<Stored> preference() {
      Comparator<Stored> first = Comparator.comparing(Stored::created).thenComparing(Stored::id);
      return switch (rule) {
        case "newest" -> Comparator.comparing(Stored::updated).reversed().thenComparing(first);
        case "largest" -> byRank(Comparator.reverseOrder()).thenComparing(first);
        case "smallest" -> byRank(Comparator.naturalOrder()).thenComparing(first);
        default -> first;
      };
    }

    private static Comparator<Stored> byRank(Comparator<BigDecimal> order) {
      return Comparator.comparing(
          each -> each.metadata.has("rank") ? each.metadata.get("rank").decimalValue() : null,
          Comparator.nullsLast(order));
    }
  }

  private static void store(SplittableRandom random) {
    long[] centres = random.longs(1 + random.nextInt(12)).toArray();
    List<String> ids = new ArrayList<>();
    for (int batch = 0; batch < 3; batch++) {
      StringBuilder lines = new StringBuilder();
      for (int i = random.nextInt(5, 60); i > 0; i--) {
        long fingerprint = centres[random.nextInt(centres.length)];
        for (int flips = random.nextInt(6); flips > 0; flips--) {
          fingerprint ^= 1L << random.nextInt(64);
        }
        String id =
            ids.isEmpty() || random.nextInt(10) > 0
                ? "d" + Integer.toString(random.nextInt(1_000_000), 36)
                : ids.get(random.nextInt(ids.size()));
        ids.add(id);
        lines.append(
            "{\"id\":\"%s\",\"fingerprint\":\"%016x\",\"metadata\":{\"lang\":\"%s\"%s}}\n"
                .formatted(
                    id,
                    fingerprint,
                    random.nextBoolean() ? "de" : "en",
                    random.nextInt(4) == 0 ? "" : ",\"rank\":" + random.nextInt(20) / 2.0));
      }
      service.postLines("/documents?limit=0&collection=own", lines.toString()).require(200);
    }
  }

  private static List<Stored> stored() {
    return service
        .get("/documents?limit=10000&collection=own")
        .json()
        .get("documents")
        .valueStream()
        .map(each ->
            new Stored(
                each.get("id").asString(),
                Long.parseUnsignedLong(each.get("fingerprint").asString(), 16),
                Instant.parse(each.get("createdAt").asString()),
                Instant.parse(each.get("updatedAt").asString()),
                each.get("metadata")))
        .toList();
  }

  private static void check(List<Stored> all, Request request) {
    List<Stored> documents =
        all.stream()
            .filter(each ->
                request.lang.isEmpty() || each.metadata.get("lang").asString().equals(request.lang))
            .toList();
    String described = request + " of " + documents.size() + " documents";
    assertThat(pairs(jobs.run("own", request.body("pairs"))))
        .as(described)
        .containsExactlyInAnyOrderElementsOf(expectedPairs(documents, request.maxDistance));
    List<List<String>> expected = expectedGroups(documents, request);
    String groups = jobs.start("own", request.body("groups"));
    JsonNode job = jobs.done(groups);
    assertThat(groups(jobs.lines(groups))).as(described).isEqualTo(expected);
    long beyond = beyond(expected, documents, request.maxDistance);
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

  private static List<String> pairs(List<JsonNode> lines) {
    return lines.stream()
        .map(line ->
            line.get("a").asString()
                + " "
                + line.get("b").asString()
                + " "
                + line.get("distance").asInt())
        .toList();
  }

  private static List<String> expectedPairs(List<Stored> documents, int maxDistance) {
    List<String> pairs = new ArrayList<>();
    for (Stored a : documents) {
      for (Stored b : documents) {
        if (a.id.compareTo(b.id) < 0 && a.distance(b) <= maxDistance) {
          pairs.add(a.id + " " + b.id + " " + a.distance(b));
        }
      }
    }
    return pairs;
  }

  /// The ids of each group, the survivor first.
  private static List<List<String>> groups(List<JsonNode> lines) {
    return lines.stream()
        .map(line ->
            line.get("members").valueStream().map(each -> each.get("id").asString()).toList())
        .toList();
  }

  private static List<List<String>> expectedGroups(List<Stored> documents, Request request) {
    List<List<Stored>> groups =
        request.components ? components(documents, request) : stars(documents, request);
    return groups.stream()
        .filter(group -> group.size() > 1)
        .sorted(
            Comparator.<List<Stored>>comparingInt(List::size)
                .reversed()
                .thenComparing(group -> group.getFirst().id))
        .map(group -> group.stream().map(Stored::id).toList())
        .toList();
  }

  private static List<List<Stored>> components(List<Stored> documents, Request request) {
    List<List<Stored>> groups = new ArrayList<>();
    TreeSet<String> seen = new TreeSet<>();
    for (Stored start : documents) {
      if (seen.add(start.id)) {
        List<Stored> group = new ArrayList<>(List.of(start));
        for (int i = 0; i < group.size(); i++) {
          for (Stored each : documents) {
            if (each.distance(group.get(i)) <= request.maxDistance && seen.add(each.id)) {
              group.add(each);
            }
          }
        }
        groups.add(ordered(group.stream().min(request.preference()).orElseThrow(), group));
      }
    }
    return groups;
  }

  private static List<List<Stored>> stars(List<Stored> documents, Request request) {
    Comparator<Stored> order = request.preference();
    if (request.rule.equals("central")) {
      Map<String, Long> degrees =
          documents.stream()
              .collect(
                  Collectors.toMap(
                      Stored::id,
                      each ->
                          documents.stream()
                              .filter(other -> each.distance(other) <= request.maxDistance)
                              .count()));
      order =
          Comparator.<Stored, Long>comparing(each -> degrees.get(each.id))
              .reversed()
              .thenComparing(order);
    }
    TreeMap<String, Stored> left = new TreeMap<>();
    documents.forEach(each -> left.put(each.id, each));
    List<List<Stored>> groups = new ArrayList<>();
    for (Stored centre : documents.stream().sorted(order).toList()) {
      if (left.containsKey(centre.id)) {
        List<Stored> group =
            left.values().stream()
                .filter(each -> each.distance(centre) <= request.maxDistance)
                .toList();
        group.forEach(each -> left.remove(each.id));
        groups.add(ordered(centre, group));
      }
    }
    return groups;
  }

  private static List<Stored> ordered(Stored survivor, List<Stored> group) {
    return Stream.concat(
            Stream.of(survivor),
            group.stream()
                .filter(each -> !each.equals(survivor))
                .sorted(
                    Comparator.<Stored>comparingInt(survivor::distance).thenComparing(Stored::id)))
        .toList();
  }

  private static long beyond(List<List<String>> groups, List<Stored> documents, int maxDistance) {
    Map<String, Stored> byId =
        documents.stream().collect(Collectors.toMap(Stored::id, each -> each));
    return groups.stream()
        .flatMap(
            group -> group.stream().map(id -> byId.get(id).distance(byId.get(group.getFirst()))))
        .filter(distance -> distance > maxDistance)
        .count();
  }
}
