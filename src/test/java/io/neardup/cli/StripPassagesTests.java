package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.index.StopSignal;
import io.neardup.passage.CommonPassages;
import io.neardup.passage.PassageTexts;
import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/// Dedupe that removes passages.
class StripPassagesTests extends FilesTest {

  private static final String QUOTED =
      "it was the best of times, it was the worst of times, it was the age of wisdom, it was the"
          + " age of foolishness";
  private static final String OWN = "a text of some words that nobody else has written before now";

  private String strip(Path in, Object... further) throws IOException {
    Path out = folder.resolve("out-" + in.getFileName());
    List<Object> arguments =
        new ArrayList<>(List.of("dedupe", in, "-o", out, "--passages", "strip", "--force"));
    arguments.addAll(List.of("--max-distance", 0)); // near-duplicates remain
    arguments.addAll(List.of(further));
    Run run = Run.of(arguments.toArray()).require(0);
    assertThat(run.err()).containsPattern("repeats? earlier ones and (was|were) removed");
    return Files.readString(out);
  }

  @Test
  void allElseOfAJsonLineRemainsByteForByte() throws IOException {
    String first = "{\"id\": 1, \"text\": \"" + QUOTED + ". " + OWN + "\"}\n";
    String in =
        first
            + "{\"x\":[1.50, {\"text\": \"a\"}],  \"te\\u0078t\" :\t\"Zeile \\\"eins\\\"\\n"
            + QUOTED.replace("age of wisdom", "AGE of Wisdom")
            + " ende\\u00e9\", \"id\":2.0e1,\"y\":null }\n";
    assertThat(strip(write("in.jsonl", in)))
        .isEqualTo(
            first
                + "{\"x\":[1.50, {\"text\": \"a\"}],  \"te\\u0078t\" :\t\"Zeile"
                + " \\\"eins\\\"\\nendeé\", \"id\":2.0e1,\"y\":null }\n");
  }

  @Test
  void unpairedSurrogatesRemain() throws IOException {
    String first = "{\"text\": \"" + QUOTED + "\"}\n";
    assertThat(strip(write("half.jsonl", first + "{\"text\": \"a \\ud83d b " + QUOTED + "\"}\n")))
        .isEqualTo(first + "{\"text\": \"a \\ud83d b \"}\n");
  }

  @Test
  void allElseOfTablesAndLinesRemains() throws IOException {
    assertThat(
            strip(
                write(
                    "in.csv",
                    "n,text,z\n1,\"%s\",\"a,b\"\n\"2\",\"say \"\"hi\"\", %s, \"\"end\"\"\", \"q\"\"\"\n3,%s x,é\n"
                        .formatted(QUOTED, QUOTED, QUOTED.replace(",", "")))))
        .isEqualTo(
            "n,text,z\n1,\"%s\",\"a,b\"\n\"2\",\"say \"\"hi\"\", , \"\"end\"\"\", \"q\"\"\"\n3,x,é\n"
                .formatted(QUOTED));
    assertThat(
            strip(
                write(
                    "in.tsv", "text\tn\n%s\t1\n\"%s\" – rest\t\"2\r\n".formatted(QUOTED, QUOTED))))
        .isEqualTo("text\tn\n%s\t1\n\"\" – rest\t\"2\r\n".formatted(QUOTED));
    assertThat(strip(write("in.txt", QUOTED + "\r\nfirst " + QUOTED + " last\r\n")))
        .isEqualTo(QUOTED + "\r\nfirst last\r\n");
  }

  @Test
  void whatWasRemovedIsListedWithItsFirstOccurrence() throws IOException {
    String edited = QUOTED.replace("worst", "best");
    Path in =
        write(
            "in.jsonl",
            "{\"id\": \"a\", \"text\": \"%s\"}%n{\"id\": \"b\", \"text\": \"%s, %s\"}%n{\"id\": \"c\", \"text\": \"x %s y\"}%n"
                .formatted(QUOTED, OWN, edited, QUOTED));
    Path list = folder.resolve("stripped.jsonl");
    strip(in, "--stripped", list);
    List<JsonNode> rows = Files.readAllLines(list).stream().map(Json::read).toList();
    assertThat(rows)
        .extracting(row -> row.get("id").asString() + row.get("of").asString() + row.get("words"))
        .containsExactly("ba23", "ca24");
    assertThat(rows.getFirst().get("start").asInt()).isEqualTo(OWN.length() + 2);
    assertThat(rows.getFirst().get("end").asInt()).isEqualTo(OWN.length() + 2 + edited.length());
    assertThat(rows.getFirst().get("ofEnd").asInt()).isEqualTo(QUOTED.length());
    assertThat(rows.get(1).get("start").asInt()).isEqualTo(2);
    assertThat(rows.get(1).get("end").asInt()).isEqualTo(("x " + QUOTED + " ").length());
  }

  @Test
  void aRecordOfWhichNothingRemainsIsLeftOutAndCounted() throws IOException {
    Path in =
        write(
            "in.jsonl",
            "{\"text\": \"%s. %s, %s\"}%n{\"text\": \"“%s”\"}%n"
                .formatted(QUOTED, OWN, OWN.replace(" ", " really "), QUOTED));
    assertThat(strip(in).lines()).hasSize(1);
    Run dry =
        Run.of("dedupe", in, "--dry-run", "--passages", "strip", "--max-distance", 0).require(0);
    assertThat(dry.err())
        .contains(
            "1 passage of 1 record repeats earlier ones and would be removed; 1 record has"
                + " nothing else and would be left out");
  }

  /// No record has a passage of the length in common with an earlier one, and no other word is
  /// lost.
  @ParameterizedTest
  @CsvSource({"17, 1", "25, 3"})
  void nothingIsRepeatedAfterwards(int minWords, int threads) throws IOException {
    SplittableRandom random = new SplittableRandom(9);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      String text = PassageTexts.words(random, 40, 5_000);
      for (int quotes = i == 0 ? 0 : random.nextInt(3); quotes > 0; quotes--) {
        String[] quoted = texts.get(random.nextInt(i)).split(" ");
        int from = random.nextInt(quoted.length);
        int to = Math.min(quoted.length, from + random.nextInt(10, 50));
        text += " y" + i + " " + String.join(" ", List.of(quoted).subList(from, to)) + " x" + i;
      }
      texts.add(text);
    }
    StringBuilder lines = new StringBuilder();
    texts.forEach(text -> lines.append(text).append('\n'));
    Object[] options = {"--min-words", minWords, "--threads", threads};
    List<String> kept = strip(write("in.txt", lines.toString()), options).lines().toList();
    assertThat(kept).hasSize(texts.size());
    int removed = 0;
    for (int b = 0; b < kept.size(); b++) {
      assertThat(kept.get(b)).contains(texts.get(b).split(" ")[texts.get(b).split(" ").length - 1]);
      removed += texts.get(b).length() - kept.get(b).length();
      for (int a = 0; a < b; a++) {
        CommonPassages common =
            CommonPassages.of(
                tokens(texts.get(a)), tokens(kept.get(b)), minWords, StopSignal.NEVER);
        assertThat(common.passages()).as("%d and %d", a, b).isEmpty();
      }
    }
    assertThat(removed).isPositive();
  }

  private static TextTokens tokens(String text) {
    return Profiles.SIMHASH_256_V1.tokens(text, true);
  }

  @Test
  void optionsThatNeedPassagesAreRefusedWithoutThem() throws IOException {
    Path in = write("in.txt", "a\n");
    assertThat(Run.of("dedupe", in, "--dry-run", "--min-words", 20).require(2).err())
        .contains("--stripped and --min-words go with --passages strip");
  }

  /// What a record repeats itself is removed at its later places, and listed.
  @Test
  void whatARecordRepeatsItselfIsRemovedAsWell() throws IOException {
    Path in =
        write(
            "in.jsonl",
            "{\"id\": \"a\", \"text\": \"%s %s %s end\"}%n".formatted(QUOTED, OWN, QUOTED));
    Path stripped = folder.resolve("stripped.jsonl");
    assertThat(strip(in, "--stripped", stripped))
        .isEqualTo("{\"id\": \"a\", \"text\": \"%s %s end\"}%n".formatted(QUOTED, OWN));
    JsonNode row = Json.read(Files.readString(stripped));
    assertThat(row.get("of").asString()).isEqualTo("a");
    assertThat(row.get("ofStart").asInt()).isZero();
    assertThat(row.get("start").asInt()).isEqualTo(QUOTED.length() + OWN.length() + 2);
    Run run = Run.of("passages", in, "--within").require(0);
    JsonNode listed = Json.read(run.out());
    assertThat(listed.get("id").asString()).isEqualTo("a");
    assertThat(listed.get("passages").get(0).get("a").get(0).asInt()).isZero();
    assertThat(listed.get("passages").get(0).get("b").get(0).asInt())
        .isEqualTo(row.get("start").asInt());
    assertThat(run.err()).contains("1 of 1 record repeats passages of its own");
    assertThat(Run.of("passages", in, "--within", "--min-share", 0.9).require(0).out()).isEmpty();
    assertThat(Run.of("passages", in, "--within", "--boilerplate").require(2).err())
        .contains("--within goes neither with --against nor with --boilerplate");
  }
}
