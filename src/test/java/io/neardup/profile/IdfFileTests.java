package io.neardup.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.neardup.simhash.IdfTable;
import io.neardup.simhash.Xxh3;
import io.neardup.text.ChineseTokenizer;
import io.neardup.text.NormalizedText;
import io.neardup.text.WordTokenizer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdfFileTests {

  @TempDir private Path directory;

  @Test
  void readsWordsWithTheirIdf() throws IOException {
    IdfTable table = read("The\t1.5\n\nfingerprint\t9.25 \r\n", 1);

    assertThat(table.size()).isEqualTo(2);
    assertThat(table.idf(Xxh3.hash("the"))).isEqualTo(1.5);
    assertThat(table.idf(Xxh3.hash("fingerprint"))).isEqualTo(9.25);
    assertThat(table.idf(Xxh3.hash("unseen"))).isEqualTo(9.25);
  }

  @Test
  void readsWordsWithTheirCounts() throws IOException {
    IdfTable table = read("#documents\t99\nthe\t99\nfingerprint\t9\n", 1);

    assertThat(table.idf(Xxh3.hash("the"))).isEqualTo(1);
    assertThat(table.idf(Xxh3.hash("fingerprint"))).isCloseTo(3.302585, within(1e-4));
  }

  @Test
  void readsPairsOfWords() throws IOException {
    IdfTable table = read("near duplicate\t3\nduplicate near\t5\n", 2);

    assertThat(table.size()).isEqualTo(2);
    assertThat(table.idf(0)).isEqualTo(5);
  }

  @Test
  void readsWordsTogetherWithPairsOfWords() throws IOException {
    Path file = Files.writeString(directory.resolve("both.tsv"), "near duplicate\t3\nnear\t1\n");

    IdfTable table = IdfFile.read(file, NormalizedText::of, new WordTokenizer(), List.of(1, 2));

    assertThat(table.size()).isEqualTo(2);
    assertThat(table.idf(Xxh3.hash("near"))).isEqualTo(1);
  }

  @Test
  void readsWordsAsTheTokenizerReturnsThem() throws IOException {
    Path file = Files.writeString(directory.resolve("zh.tsv"), "外星人\t7\n51区\t2\n");

    IdfTable table = IdfFile.read(file, NormalizedText::of, new ChineseTokenizer(), List.of(1));

    assertThat(table.idf(Xxh3.hash("51区"))).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a;1|, line 1: must be a word and a number separated by a tab",
        "a\\t1\\nb\\tx|, line 2: idf must be a number, was 'x'",
        "a\\t1\\n\\nb\\t-1|, line 3: idf must be 0 to 1000, was -1.0",
        "a\\tNaN|, line 1: idf must be a number, was 'NaN'",
        "a\\t1.5f|, line 1: idf must be a number, was '1.5f'",
        "a\\t1\\nA\\t2|, line 2: 'A' is also on an earlier line",
        "a b\\t1|, line 1: 'a b' must be one feature of a text, which has 1 tokens; it has 2",
        "...\\t1|, line 1: '...' must be one feature of a text, which has 1 tokens; it has 0",
        "#documents\\tmany|, line 1: count must be a whole number, was 'many'",
        "#documents\\t-1|, line 1: count must be a whole number, was '-1'",
        "#documents\\t5\\na\\t6|, line 2: count must be 0 to 5, was 6",
        "#documents\\t5\\na\\t0.5|, line 2: count must be a whole number, was '0.5'"
      })
  void namesFaultAndLine(String content, String message) throws IOException {
    Path file = directory.resolve("bad.tsv");
    Files.writeString(file, content.replace("\\t", "\t").replace("\\n", "\n"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdfFile.read(file, NormalizedText::of, new WordTokenizer(), List.of(1)))
        .withMessage(file + message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n\n", "#documents\t5"})
  void namesFilesWithoutWords(String content) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(content, 1))
        .withMessage(directory.resolve("idf.tsv") + " has no words");
  }

  @Test
  void namesLinesThatAreNotUtf8() throws IOException {
    Path file = directory.resolve("latin1.tsv");
    Files.write(file, "é\t1\n".getBytes(StandardCharsets.ISO_8859_1));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> IdfFile.read(file, NormalizedText::of, new WordTokenizer(), List.of(1)))
        .withMessage(file + " is not UTF-8 after line 0");
  }

  private IdfTable read(String content, int shingle) throws IOException {
    Path file = Files.writeString(directory.resolve("idf.tsv"), content);
    return IdfFile.read(file, NormalizedText::of, new WordTokenizer(), List.of(shingle));
  }
}
