package io.neardup.web.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.HttpTest;
import io.neardup.Json;
import io.neardup.Problems;
import io.neardup.RunningService;
import io.neardup.web.Texts;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.JsonNode;

/// Evaluations of labelled pairs of texts.
@HttpTest
class EvaluateTests {

  @Autowired private RunningService service;

  @Test
  void labelledPairsRecommendADistanceForEachProfile() {
    String body =
        "{\"profiles\":[\"simhash-512-v1\",\"simhash-256-v1\"],\"pairs\":%s}".formatted(pairs());
    JsonNode answer = service.post("/evaluate", body).require(200).json();
    assertThat(answer.get("duplicates").asInt()).isEqualTo(30);
    assertThat(answer.get("others").asInt()).isEqualTo(30);
    assertThat(answer.get("profile").asString()).isEqualTo("simhash-256-v1"); // fewer bytes
    assertThat(answer.get("reason").asString()).startsWith("Too few pairs").contains("32 bytes");
    for (JsonNode profile : answer.get("profiles")) {
      int bits = profile.get("bits").asInt();
      assertThat(profile.get("distance").asInt()).isBetween(1, bits / 8);
      assertThat(profile.get("f1").asDouble()).isGreaterThan(0.999);
      assertThat(profile.get("falseMatches").asDouble()).isBetween(0.0, 0.001);
      assertThat(profile.get("warning").asString()).startsWith("Too few pairs");
      assertThat(profile.get("reason").asString())
          .startsWith("Too few pairs for a reliable choice: 30 of near-duplicates and 30 others");
      assertThat(profile.at("/calibration/curve")).hasSize(bits / 2 + 1);
      assertThat(profile.at("/calibration/histogram/duplicates")).hasSize(bits / 2 + 1);
    }
    assertThat(answer.get("profiles")).hasSize(2);
  }

  /// Pairs of a text and what remains without its first word, or of two texts.
  private static String pairs() {
    return IntStream.range(0, 60)
        .mapToObj(i -> {
          String text = Texts.of(i);
          boolean duplicate = i % 2 == 0;
          String other = duplicate ? text.substring(text.indexOf(' ')) : Texts.of(i + 1_000);
          return "{\"a\":%s,\"b\":%s,\"duplicate\":%s}"
              .formatted(Json.quote(text), Json.quote(other), duplicate);
        })
        .collect(Collectors.joining(",", "[", "]"));
  }

  private static String texts() {
    return IntStream.range(0, 200)
        .mapToObj(i -> Json.quote(Texts.of(i)))
        .collect(Collectors.joining(",", "[", "]"));
  }

  /// The pairs have 120 texts, and the documents that are sent are 200.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          `` | 0.10 near-duplicates among 120 documents
          `,"collectionSize":1000` | 0.10 near-duplicates among 1,000 documents
          `,"duplicatesPerDocument":0.5` | 0.50 near-duplicates among 120 documents
          `,"texts":%s` | 0.10 near-duplicates among 200 documents
          `,"texts":%s,"collectionSize":1000,"duplicatesPerDocument":2` | 2.0 near-duplicates among 1,000 documents
          """)
  void pairsAreEvaluatedAmongTheDocumentsThatAreSent(String more, String expected) {
    String body = "{\"pairs\":" + pairs() + more.replace("%s", texts()) + "}";
    JsonNode answer = service.post("/evaluate", body).require(200).json();
    assertThat(answer.at("/profiles/0/reason").asString()).contains("a document has " + expected);
  }

  @Test
  void textsAloneRecommendADistance() {
    JsonNode answer =
        service
            .post("/evaluate", "{\"texts\":%s,\"collectionSize\":1000000}".formatted(texts()))
            .require(200)
            .json();
    JsonNode profile = answer.get("profiles").get(0);
    assertThat(profile.get("profile").asString()).isEqualTo("simhash-256-v1");
    assertThat(profile.get("distance").asInt()).isBetween(20, 80);
    assertThat(profile.get("falseMatches").asDouble()).isLessThan(1);
    assertThat(profile.get("reason").asString()).contains("among 1,000,000 documents");
    assertThat(profile.at("/calibration/edits")).hasSize(20);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {} | pairs | send pairs or texts
          {"pairs":[],"texts":[]} | pairs | 1 to 10000, had 0
          {"pairs":[{"a":"x","b":"y","duplicate":true}],"texts":["a"]} | texts | 10 to 4000, had 1
          {"texts":[]} | texts | 10 to 4000, had 0
          {"texts":["a b","c","d","e","f","g","h","i","j","k"]} | texts | at least 5 words
          {"texts":[null]} | texts[0] | was null
          {"texts":["a"],"collectionSize":0} | collectionSize | at least 1
          {"texts":["a"],"editRate":0.6} | editRate | 0.01 to 0.5
          {"pairs":[],"editRate":0.6} | editRate | 0.01 to 0.5
          {"pairs":[],"duplicatesPerDocument":0} | duplicatesPerDocument | above 0
          {"pairs":[],"duplicatesPerDocument":20001} | duplicatesPerDocument | at most 20000
          {"pairs":[null]} | pairs[0] | was null
          {"pairs":[{"a":"x","b":"y"}]} | pairs[0].duplicate | true or false
          {"pairs":[{"a":"x","duplicate":true}]} | pairs[0].b | is missing
          {"pairs":[{"a":"x","b":"y","duplicate":true,"weight":-1}]} | pairs[0].weight | above 0
          {"pairs":[{"a":"x","b":"y","duplicate":true}]} | pairs | had 1 and 0
          {"pairs":[{"a":"x","b":"y","duplicate":true}],"profiles":["none"]} | profiles | one of
          {"pairs":[{"a":"x","b":"y","duplicate":true}],"profiles":[null]} | profiles | names
          {"pairs":[{"a":"x","b":"y","duplicate":true}],"profiles":[]} | profiles | omit it
          {"pairs":[{"a":"x","b":"y","duplicate":true}],"profiles":["paper-v1","posts-v1","paper-v1"]} | profiles | 'paper-v1' is repeated
          """)
  void invalidRequestsAreRefused(String body, String field, String allowed) {
    Problems.require(service.post("/evaluate", body).json(), "400 invalid-request", field, allowed);
  }
}
