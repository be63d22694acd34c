package io.neardup.web.fingerprint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.service.FingerprintService;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.ndjson.NdjsonExchange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// Counting a table of document frequencies, and using it.
class DocumentFrequenciesTests {

  private static final String PATH = "/document-frequencies";

  private static final String DOCUMENTS =
      """
      {"id":"1","text":"The cat sat on the mat","metadata":{"lang":"en"}}

      {"html":"<p>The dog"}
      {"tokens":["the","Cat"]}
      """;

  @AutoClose private static FreshService fresh;

  @BeforeAll
  static void start() {
    fresh =
        FreshService.startWith(
            beans ->
                beans.registerBean(
                    "documentFrequenciesController",
                    DocumentFrequenciesController.class,
                    () ->
                        new DocumentFrequenciesController(
                            beans.getBean(FingerprintService.class),
                            beans.getBean(RequestMapper.class),
                            beans.getBean(NdjsonExchange.class),
                            20)),
            "--neardup.profile=paper-v1");
  }

  @Test
  void returnsAFileThatProfilesCanRead(@TempDir Path folder) throws IOException {
    Answer answer = service().postLines(PATH + "?profile=paper-v1", DOCUMENTS);
    answer.require(200);
    assertThat(answer.header("Content-Type")).isEqualTo("text/tab-separated-values;charset=UTF-8");
    assertThat(answer.body())
        .startsWith("#documents\t3\nthe\t3\ncat\t1\nsat\t1\non\t1\nmat\t1\ndog\t1\n#");

    Path idf = Files.writeString(folder.resolve("idf.tsv"), answer.body());
    Path own =
        Files.writeString(
            folder.resolve("profiles.yml"),
            "learned-v1: {tokens: words-and-pairs, shingles: 1, weights: idf, idf: %s}"
                .formatted(idf));
    try (FreshService weighing = FreshService.start("--neardup.profiles-file=" + own)) {
      JsonNode features =
          weighing
              .http()
              .post(
                  "/fingerprint",
                  "{\"text\":\"the cat\",\"profile\":\"learned-v1\",\"explain\":true}")
              .json()
              .get("explanation")
              .get("features");
      assertThat(features)
          .extracting(feature -> feature.get("feature").asString())
          .containsExactly("cat", "the");
      assertThat(features.get(0).get("weight").asDouble())
          .isCloseTo(1 + Math.log(4.0 / 2), within(1e-4));
      assertThat(features.get(1).get("weight").asDouble()).isEqualTo(1);
    }
  }

  @Test
  void tokenizesByTheProfile() {
    assertThat(service().postLines(PATH + "?profile=simhash-512-v1", "{\"text\":\"a b c\"}").body())
        .isEqualTo("#documents\t1\na\t1\nb\t1\nc\t1\na b\t1\nb c\t1\n");
    assertThat(service().postLines(PATH + "?profile=code-v1", "{\"text\":\"a = B;\"}").body())
        .isEqualTo("#documents\t1\na = B\t1\n");
  }

  @Test
  void refusesInputWithoutFeatures() {
    assertThat(service().postLines(PATH, "\n").body()).isEqualTo("#documents\t0\n");
  }

  @Test
  void namesTheFirstMalformedLine() {
    assertThat(problem("{\"text\":\"a\"}\n\nnot json\nnor this"))
        .isEqualTo(tuple(400, "line 3 cannot be read: body is not well-formed JSON"));
    assertThat(problem("{\"id\":\"1\"}"))
        .isEqualTo(tuple(400, "line 1 has none of text, html, tokens, features; give exactly one"));
    assertThat(problem("{\"features\":[{\"feature\":\"a\"}]}"))
        .isEqualTo(tuple(400, "line 1.features must be left out; give text, html or tokens"));
    assertThat(problem("null")).isEqualTo(tuple(400, "line 1 must be a JSON object, was null"));
  }

  @Test
  void refusesMoreThanTheMaximumOfFeatures() {
    assertThat(
            problem(
                "{\"text\":\"a b c\"}\n"
                    + "{\"text\":\"d e f g h i j k l m n o p q r s t u v w x y z\"}"))
        .isEqualTo(
            tuple(413, "line 2 exceeds the maximum of 20 distinct features; send fewer documents"));
  }

  @Test
  void profilesWhoseWeightsAreFixedAreRefused() {
    Answer answer = service().postLines(PATH + "?profile=md5-char4-64", DOCUMENTS);
    answer.require(400);
    assertThat(answer.text("/detail"))
        .startsWith("profile must be one whose weights can be exchanged");
    assertThat(service().postLines(PATH + "?profile=none-v1", DOCUMENTS).status()).isEqualTo(400);
    service().post(PATH, "{\"text\":\"a\"}").require(415);
  }

  private static RunningService service() {
    return fresh.http();
  }

  /// Status and detail, without the end of the detail that the parser wrote.
  private static Tuple problem(String lines) {
    Answer answer = service().postLines(PATH, lines);
    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
    return tuple(answer.status(), answer.text("/detail").split(", at line")[0]);
  }
}
