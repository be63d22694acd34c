package io.neardup.web.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/// Joins, over HTTP and as jobs, report what they guarantee to find.
class JoinGuaranteeTests extends JobTest {

  private static final int DOCUMENTS = 20_000; // fewer are compared with every recall
  private static final int PLANTED = 40;
  private static final int MAX_DISTANCE = 50; // of random fingerprints, none is that near

  @BeforeAll
  static void store() {
    SplittableRandom random = new SplittableRandom(7);
    List<long[]> documents =
        IntStream.range(0, DOCUMENTS).mapToObj(i -> random.longs(4).toArray()).toList();
    List<long[]> planted = documents.stream().limit(PLANTED).map(JoinGuaranteeTests::near).toList();
    String profile = "{\"profile\":\"simhash-256-v1\"}";
    for (String name : List.of("wide", "few")) {
      service.put("/collections/" + name, profile).require(201);
    }
    store("wide", "d", documents);
    store("wide", "p", planted);
    store("few", "p", planted);
  }

  /// A fingerprint 4 bits away.
  private static long[] near(long[] fingerprint) {
    return LongStream.of(fingerprint).map(word -> word ^ 1).toArray();
  }

  private static void store(String collection, String prefix, List<long[]> fingerprints) {
    String lines =
        IntStream.range(0, fingerprints.size())
            .mapToObj(i ->
                "{\"id\":\"%s%d\",\"fingerprint\":\"%s\"}\n"
                    .formatted(
                        prefix,
                        i,
                        LongStream.of(fingerprints.get(i))
                            .mapToObj("%016x"::formatted)
                            .collect(Collectors.joining())))
            .collect(Collectors.joining());
    service.postLines("/documents?limit=0&collection=" + collection, lines).require(200);
  }

  static Stream<String> someKinds() {
    return Seeds.some(Stream.of("pairs", "groups", "dedupe", "compare-with", "/pairs", "/groups"));
  }

  @ParameterizedTest
  @MethodSource("someKinds")
  void recallBelowOneIsReportedWithTheDistanceUpToWhichAllAreFound(String kind) {
    JsonNode summary = summary(kind, "0.9");
    assertThat(summary.get("plan").asString()).isEqualTo("probes");
    assertThat(summary.get("exact").asBoolean()).isFalse();
    assertThat(summary.get("exactTo").asInt()).isBetween(5, MAX_DISTANCE - 1);
    assertThat(summary.get("recall").asDouble()).isGreaterThanOrEqualTo(0.9).isLessThan(1);
    assertThat(found(summary)).isEqualTo(kind.equals("compare-with") ? 2 * PLANTED : PLANTED);
  }

  @ParameterizedTest
  @MethodSource("someKinds")
  void exactRecallIsReportedAsExact(String kind) {
    JsonNode summary = summary(kind, "exact");
    assertThat(summary.get("exact").asBoolean()).isTrue();
    assertThat(summary.has("exactTo")).isFalse();
    assertThat(summary.get("recall").asDouble()).isEqualTo(1);
    assertThat(found(summary)).isEqualTo(kind.equals("compare-with") ? 2 * PLANTED : PLANTED);
  }

  /// 10,001 of the documents match one fingerprint; the nearest 10,000 are listed.
  @ParameterizedTest
  @CsvSource({"0, -1", "2, 1"})
  void comparisonsThatLeaveMatchesOutAreNotExact(int distance, int exactTo) {
    String lines =
        IntStream.rangeClosed(0, 10_000)
            .mapToObj(i -> JobClient.line("d" + i, 0xFF00 + (1L << distance) - 1, "en"))
            .collect(Collectors.joining());
    service.postLines("/documents?limit=0&collection=other", lines).require(200);
    service.postLines("/documents?collection=own", JobClient.line("a", 0xFF00, "en")).require(200);
    JsonNode job =
        jobs.done(
            jobs.start("own", "{\"kind\":\"compare-with\",\"with\":\"other\",\"maxDistance\":3}"));
    assertThat(job.at("/counts/truncated").asInt()).isEqualTo(1);
    assertThat(job.at("/summary/pairs").asInt()).isEqualTo(10_000);
    assertThat(job.at("/summary/exact").asBoolean()).isFalse();
    assertThat(job.at("/summary/exactTo").asInt(-1)).isEqualTo(exactTo);
  }

  @Test
  void comparisonsThatListAllMatchesAreExact() {
    service.postLines("/documents?collection=own", JobClient.line("a", 0xFF00, "en")).require(200);
    service
        .postLines("/documents?collection=other", JobClient.line("b", 0xFF01, "en"))
        .require(200);
    JsonNode job = jobs.done(jobs.start("own", "{\"kind\":\"compare-with\",\"with\":\"other\"}"));
    assertThat(job.at("/counts/truncated").asInt()).isZero();
    assertThat(job.at("/summary/exact").asBoolean()).isTrue();
    assertThat(job.get("summary").has("exactTo")).isFalse();
  }

  /// All copies have near-duplicates, so that the target stays as it is.
  @ParameterizedTest
  @CsvSource({"0.9, probes, false", "exact, scan, true"})
  void copiesReportWhatTheirLookupsFind(String recall, String plan, boolean exact) {
    JsonNode job =
        jobs.done(
            jobs.start(
                "few",
                "{\"kind\":\"copy\",\"to\":\"wide\",\"onDuplicate\":\"skip\","
                    + "\"maxDistance\":%d,\"recall\":\"%s\"}".formatted(MAX_DISTANCE, recall)));
    assertThat(job.at("/counts/skipped").asInt()).isEqualTo(PLANTED);
    JsonNode summary = job.get("summary");
    assertThat(summary.get("documents").asInt()).isEqualTo(PLANTED);
    assertThat(summary.get("maxDistance").asInt()).isEqualTo(MAX_DISTANCE);
    assertThat(summary.get("plan").asString()).isEqualTo(plan);
    assertThat(summary.get("exact").asBoolean()).isEqualTo(exact);
    assertThat(summary.has("exactTo")).isEqualTo(!exact);
    assertThat(summary.get("recall").asDouble()).isBetween(exact ? 1 : 0.9, exact ? 1 : 0.9999);
  }

  /// The target grows meanwhile, from a scan of few documents to probes.
  @Test
  void copiesReportTheWeakestOfTheirLookups() {
    service.put("/collections/grown", "{\"profile\":\"simhash-256-v1\"}").require(201);
    String copy = "{\"kind\":\"copy\",\"to\":\"grown\",\"maxDistance\":%d%s}";
    String skipping = ",\"onDuplicate\":\"skip\",\"recall\":0.9";
    JsonNode first =
        jobs.done(jobs.start("few", copy.formatted(MAX_DISTANCE, skipping))).get("summary");
    assertThat(first.get("exact").asBoolean()).isTrue();
    JsonNode second =
        jobs.done(jobs.start("wide", copy.formatted(MAX_DISTANCE, skipping))).get("summary");
    assertThat(second.get("exact").asBoolean()).isFalse();
    assertThat(second.get("recall").asDouble()).isLessThan(1);
    JsonNode third = jobs.done(jobs.start("wide", copy.formatted(MAX_DISTANCE, "")));
    assertThat(third.has("summary")).as("a copy without lookups").isFalse();
    service.delete("/collections/grown").require(204);
  }

  private static long found(JsonNode summary) {
    return summary.has("groups") ? summary.get("groups").asLong() : summary.get("pairs").asLong();
  }

  /// @param kind of a job, or the path of a call
  private static JsonNode summary(String kind, String recall) {
    if (kind.startsWith("/")) {
      String query = "?collection=wide&maxDistance=" + MAX_DISTANCE + "&recall=" + recall;
      return service.get(kind + query).require(200).json().get("summary");
    }
    String with = kind.equals("compare-with") ? ",\"with\":\"few\"" : "";
    String body =
        "{\"kind\":\"%s\",\"maxDistance\":%d,\"recall\":\"%s\"%s}"
            .formatted(kind, MAX_DISTANCE, recall, with);
    return jobs.done(jobs.start("wide", body)).get("summary");
  }
}
