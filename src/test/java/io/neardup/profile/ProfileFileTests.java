package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Custom profiles are read from a file.
class ProfileFileTests {

  private static final Content TEXT = new Content.Text("The cat sat on the mat, and 文本 too.");

  private static Profile own(String keys) {
    return ProfileFile.parse("own-v1: {" + keys + "}").get("own-v1").build();
  }

  @Test
  void profileWithoutKeysEqualsTheDefaultProfile() {
    assertThat(ProfileFile.parse("own-v1:").get("own-v1"))
        .isEqualTo(ProfileFile.parse("own-v1: {tokens: }").get("own-v1"));
    Profile own = own("");
    assertThat(own.sketch(TEXT)).isEqualTo(Profiles.SIMHASH_256_V1.sketch(TEXT));
    assertThat(own.maxDistance()).isEqualTo(54);
    assertThat(own.projection()).isEqualTo(Projection.SPARSE);
    assertThat(own.description()).contains("sparse SimHash of 256 bits");
  }

  @Test
  void denseProjectionOfSingleWordsEqualsPaperV1() {
    Profile own = own("projection: dense, shingles: 1, tokens: words-and-pairs, bits: 64");
    assertThat(own.sketch(TEXT)).isEqualTo(Profiles.PAPER_V1.sketch(TEXT));
    assertThat(own.projection()).isEqualTo(Projection.DENSE);
    assertThat(own.maxDistance()).isEqualTo(15);
  }

  @Test
  void everyKeyChangesTheFingerprint(@TempDir Path folder) throws IOException {
    Path idf = Files.writeString(folder.resolve("idf.tsv"), "cat\t9\nthe\t0.5\nmat\t3\n");
    Content text =
        new Content.Text(
            "The Cat sat on 15 mats. The Cat sat on the 相似度數 mat at 9:30. The Cat sat on it. The"
                + " Cat sat on 2026-01-02 as well; on the mat, on the mat, on the mat. And the"
                + " dog?");
    String plain = Profiles.SIMHASH_256_V1.sketch(text).fingerprint().toString();
    for (String keys :
        List.of(
            "keep-case: true",
            "fold: [numbers, dates]",
            "fold: lookalikes",
            "fold: traditional",
            "tokens: words-and-pairs",
            "tokens: characters",
            "stop-words: en",
            "shingles: 1",
            "weights: set",
            "shingles: 1, weights: idf, idf: " + idf,
            "shingles: 1, weights: levels, idf: " + idf,
            "shingles: 2",
            "projection: dense",
            "projection: dense, weights: set",
            "projection: dense, shingles: 1, weights: idf, idf: " + idf,
            "bits: 128")) {
      Profile own = own(keys);
      assertThat(own.sketch(text).fingerprint().toString()).as(keys).isNotEqualTo(plain);
      assertThat(own.explain(text).fingerprint())
          .as(keys)
          .isEqualTo(own.sketch(text).fingerprint());
    }
  }

  @Test
  void wordsOfAnIdfTableAreNormalizedLikeTexts(@TempDir Path folder) throws IOException {
    Path idf = Files.writeString(folder.resolve("idf.tsv"), "Cat\t9\ncat\t2\nmat\t3\n");
    ProfileSpec own =
        ProfileFile.parse("own-v1: {keep-case: true, shingles: [1], weights: idf, idf: none.tsv}")
            .get("own-v1");
    assertThat(own.withIdf(idf.toString()).build().explain(new Content.Text("Cat cat")).features())
        .extracting(Explanation.Feature::feature, Explanation.Feature::weight)
        .containsExactly(tuple("Cat", 9.0), tuple("cat", 2.0));
  }

  @Test
  void stopWordsAreFolded() {
    Profile own = own("fold: [lookalikes], stop-words: [en]");
    assertThat(own.sketch(new Content.Text("іn thе сity AT night"))) // Cyrillic letters
        .isEqualTo(own.sketch(new Content.Text("city night")));
  }

  @Test
  void tiesAreResolvedAsConfigured() {
    Content twoWords = new Content.Text("one two");
    Profile own = own("shingles: [1], projection: dense, tie-is-one: true");
    List<Explanation.Column> columns = own.explain(twoWords).columns();
    long ties = columns.stream().filter(column -> column.sum() == 0).count();
    long ones = columns.stream().filter(column -> column.sum() > 0).count();
    assertThat(ties).isPositive();
    String hex = own.sketch(twoWords).fingerprint().toString();
    assertThat(new BigInteger(hex, 16).bitCount()).isEqualTo((int) (ones + ties));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bits: 16                            | a-v1: bits must be 32 to 512, was 16",
        "bits: many                          | a-v1: bits must be a number, was 'many'",
        "bits: [64, 128]                     | a-v1: bits must be one value, was [64, 128]",
        "color: red                          | a-v1: there is no 'color'; known are bits, characters",
        "stopWords: en                       | there is no 'stopWords'; known are",
        "keep-case: maybe                    | a-v1: keep-case must be true or false, was 'maybe'",
        "tokens: letters                     | a-v1: tokens must be one of words, words-and-pairs",
        "max-distance: 257                   | a-v1: max-distance must be 0 to 256, was 257",
        "shingles: 0                         | a-v1: shingles must be 1 to 16, was 0",
        "shingles: []                        | a-v1: shingles must name at least one size",
        "weights: idf                        | a-v1: an idf table goes with the weights idf",
        "idf: none.tsv                       | a-v1: an idf table goes with the weights idf",
        "stop-words: xx                      | a-v1: language must be one of ar, bg",
        "tie-is-one: true                    | a-v1: tie-is-one goes with projection dense",
        "fold: [marks], keep-case: true      | a-v1: fold marks does not go with keep-case",
        "fold: [lookalikes], keep-case: true | fold lookalikes does not go with keep-case",
        "weights: idf, idf: none.tsv         | a-v1: the idf table none.tsv cannot be read: there is no"
            + " such file",
        "bits: 64, bits: 65                  | found duplicate key bits"
      })
  void invalidKeysAreExplained(String keys, String message, @TempDir Path folder)
      throws IOException {
    explained("a-v1: {" + keys + "}", message, folder);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Own: {bits: 64} | Own: the name must be of lower-case letters",
        "server.port: 80 | server.port: must have keys, as in my-profile-v1",
        "text            | must have keys, as in my-profile-v1",
        "''              | must have keys, as in my-profile-v1",
        "a: [            | is not YAML: while parsing"
      })
  void invalidFilesAreExplained(String yaml, String message, @TempDir Path folder)
      throws IOException {
    explained(yaml, message, folder);
  }

  private static void explained(String yaml, String message, Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("profiles.yml"), yaml);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ProfileFile.read(file))
        .withMessageContaining(message);
  }
}
