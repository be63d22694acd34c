package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import io.neardup.profile.Content.UnsupportedContentException;
import io.neardup.profile.Content.WeightedFeature;
import io.neardup.profile.ProfileSpec.Tokens;
import io.neardup.profile.ProfileSpec.Weights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdfLearnerTests {

  private static final List<String> TEXTS =
      List.of(
          "The cat sat on the mat, and the dog did not.",
          "the DOG sat on 51区的雇员 and 外星人 too",
          "int sum = a + b; // adds\nString s = \"tab\there\", t = `two\nlines`;",
          "x = '''three\nlines''' # 0123456789abcdef and #0123456789abcdef",
          "supercalifragilistic".repeat(20) + " is long",
          "",
          "one");

  @TempDir private Path folder;

  @Test
  void countsTheDocumentsThatHaveAFeature() {
    IdfLearner learner = Profiles.PAPER_V1.learner(100);
    for (String text : List.of("The cat and the dog", "the CAT", "?", "看见飞碟")) {
      assertThat(learner.add(new Content.Text(text))).isTrue();
    }

    assertThat(table(learner))
        .isEqualTo("#documents\t4\nthe\t2\ncat\t2\nand\t1\ndog\t1\n看见\t1\n见飞\t1\n飞碟\t1\n");
  }

  @ParameterizedTest
  @CsvSource({
    "WORDS, 1", "WORDS, 2", "WORDS_AND_PAIRS, 1", "UNICODE_WORDS, 3", "CHARACTERS, 1",
    "WHITESPACE, 1", "WHITESPACE, 2", "CHINESE, 1", "CODE, 1", "CODE, 4"
  })
  void aProfileThatReadsTheTableWeighsEveryFeatureByIt(Tokens tokens, int shingle)
      throws IOException {
    Profile counting = profile(tokens, shingle, Weights.SET, null);
    IdfLearner learner = counting.learner(10_000);
    Map<String, Integer> documentsWith = new HashMap<>();
    for (String text : TEXTS) {
      learner.add(new Content.Text(text));
      counting
          .explain(new Content.Text(text))
          .features()
          .forEach(feature -> documentsWith.merge(feature.hash(), 1, Integer::sum));
    }
    Path file = Files.writeString(folder.resolve("learned.tsv"), table(learner));

    Profile weighing = profile(tokens, shingle, Weights.IDF, file);

    Set<Double> seen = new HashSet<>();
    for (String text : TEXTS) {
      for (Explanation.Feature feature : weighing.explain(new Content.Text(text)).features()) {
        double idf = 1 + Math.log((TEXTS.size() + 1.0) / (documentsWith.get(feature.hash()) + 1));
        assertThat(feature.weight())
            .as(feature.feature())
            .isCloseTo(idf * (1 + Math.log(feature.count())), within(1e-3));
        seen.add(idf);
      }
    }
    assertThat(seen).as("idf values that occur").isNotEmpty();
  }

  @Test
  void writesUnnamedFeaturesAsTheirHash() {
    IdfLearner learner = Profiles.PAPER_V1.learner(100);
    learner.add(new Content.Tokens(List.of("Two Words", "tab\tin it", "plain", "x".repeat(65))));

    assertThat(table(learner).lines().toList())
        .hasSize(5)
        .contains("plain\t1")
        .filteredOn(line -> line.matches("#[0-9a-f]{16}\t1"))
        .hasSize(3);
  }

  @Test
  void refusesDocumentsBeyondTheMaximumOfFeatures() {
    IdfLearner learner = Profiles.PAPER_V1.learner(3);

    assertThat(learner.add(new Content.Text("a b b"))).isTrue();
    assertThat(learner.add(new Content.Text("a c d"))).isFalse();
    assertThat(learner.add(new Content.Text("c b a"))).isTrue();
    assertThat(table(learner)).isEqualTo("#documents\t2\na\t2\nb\t2\nc\t1\n");
  }

  @Test
  void learnsNothingFromFeaturesNorForOriginals() {
    assertThatExceptionOfType(UnsupportedContentException.class)
        .isThrownBy(() ->
            Profiles.PAPER_V1
                .learner(3)
                .add(new Content.Features(List.of(new WeightedFeature("a", 1)))))
        .withMessage("must be left out; give text, html or tokens");
    assertThatExceptionOfType(UnsupportedContentException.class)
        .isThrownBy(() -> Originals.MD5_CHAR4_64.learner(3))
        .withMessageContaining("such as paper-v1")
        .withMessageContaining("was 'md5-char4-64'");
  }

  private static Profile profile(Tokens tokens, int shingle, Weights weights, @Nullable Path idf) {
    return new ProfileSpec(
            "own-v1",
            false,
            Set.of(),
            tokens,
            3,
            List.of(),
            List.of(shingle),
            weights,
            idf == null ? null : idf.toString(),
            Projection.DENSE,
            64,
            false,
            3)
        .build();
  }

  private static String table(IdfLearner learner) {
    StringBuilder table = new StringBuilder();
    try {
      learner.writeTo(table);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return table.toString();
  }
}
