package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.index.StopSignal;
import io.neardup.passage.CommonPassages;
import io.neardup.passage.PassageTexts;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profiles;
import io.neardup.profile.TextTokens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class PassagesCommandTests extends FilesTest {

  /// Texts, of which some quote others.
  private static List<String> texts(int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text = PassageTexts.words(random, random.nextInt(10, 80), 5_000);
      if (i > 0 && random.nextInt(3) == 0) {
        String[] quoted = texts.get(random.nextInt(i)).split(" ");
        int from = random.nextInt(quoted.length);
        int to = Math.min(quoted.length, from + random.nextInt(10, 50));
        text += " " + String.join(" ", List.of(quoted).subList(from, to)) + " x" + i;
      }
      texts.add(text);
    }
    return texts;
  }

  private Path file(List<String> texts) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      lines.append("{\"id\": \"d%d\", \"text\": \"%s\"}%n".formatted(i, texts.get(i)));
    }
    return write("in.jsonl", lines);
  }

  private static TextTokens tokens(String text) {
    return Profiles.SIMHASH_256_V1.tokens(text, true);
  }

  @ParameterizedTest
  @CsvSource({"17, 0, 1", "17, 0.5, 3", "30, 0, 2", "6, 0, 2"})
  void pairsAreThoseOfAllPairsCompared(int minWords, double minShare, int threads)
      throws IOException {
    List<String> texts = texts(300, 7);
    List<String> expected = new ArrayList<>();
    for (int b = 0; b < texts.size(); b++) {
      for (int a = 0; a < b; a++) {
        CommonPassages common =
            CommonPassages.of(
                tokens(texts.get(a)), tokens(texts.get(b)), minWords, StopSignal.NEVER);
        CommonPassages.SharedWords shorter =
            common.a().words() < common.b().words() ? common.a() : common.b();
        if (!common.passages().isEmpty()
            && shorter.share() >= minShare
            && haveACommonAnchor(texts.get(a), texts.get(b))) {
          int words = Math.min(common.a().shared(), common.b().shared());
          expected.add("d" + a + " d" + b + " " + words + " " + common.longestRun());
        }
      }
    }
    assertThat(expected).hasSizeGreaterThan(10);
    Object[] limits = {"--min-words", minWords, "--min-share", minShare, "--threads", threads};
    Run run = Run.line("passages " + file(texts), limits).require(0);
    assertThat(run.lines().stream().map(Json::read))
        .extracting(pair ->
            pair.get("a").asString()
                + " "
                + pair.get("b").asString()
                + " "
                + pair.get("words")
                + " "
                + pair.get("longestRun"))
        .containsExactlyElementsOf(expected);
    assertThat(run.err()).contains(expected.size() + " pairs of 300 records");
  }

  /// Texts without one may have shorter runs in common.
  private static boolean haveACommonAnchor(String a, String b) {
    Set<Long> anchors = anchors(a).boxed().collect(Collectors.toSet());
    return anchors(b).anyMatch(anchors::contains);
  }

  private static LongStream anchors(String text) {
    return Arrays.stream(Winnowing.STANDARD.anchors(tokens(text)).distinct());
  }

  @Test
  void placesAreThoseOfTheTexts() throws IOException {
    String quoted = PassageTexts.words(new SplittableRandom(3), 25, 5_000);
    List<String> texts = List.of("before " + quoted + " after", "one two " + quoted);
    JsonNode pair = Json.read(Run.of("passages", file(texts)).require(0).lines().getFirst());
    JsonNode passage = pair.get("passages").get(0);
    for (String side : List.of("a", "b")) {
      String text = texts.get(side.equals("a") ? 0 : 1);
      JsonNode place = passage.get(side);
      assertThat(text.substring(place.get(0).asInt(), place.get(1).asInt())).isEqualTo(quoted);
    }
    assertThat(pair.get("shareA").asDouble()).isEqualTo(25.0 / 27);
    assertThat(pair.get("shareB").asDouble()).isEqualTo(25.0 / 27);
  }

  @Test
  void tablesHavePlacesAsJson() throws IOException {
    String quoted = PassageTexts.words(new SplittableRandom(3), 25, 5_000);
    Run run = Run.of("passages", file(List.of(quoted, "x " + quoted)), "--output-format", "csv");
    assertThat(run.require(0).lines())
        .containsExactly(
            "a,b,words,shareA,shareB,longestRun,passages",
            "d0,d1,25,1,0.9615384615384616,25,\"[{\"\"a\"\": [0, %d], \"\"b\"\": [2, %d],"
                    .formatted(quoted.length(), quoted.length() + 2)
                + " \"\"words\"\": 25, \"\"gaps\"\": []}]\"");
  }

  /// Each of many equal texts is paired with the first, and what was left out is reported.
  @Test
  void runsOfWordsInManyRecordsAreCutAndReported() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    String footer = PassageTexts.words(random, 18, 5_000);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 150; i++) {
      texts.add(PassageTexts.words(random, 30, 100_000) + " x" + i + " " + footer);
    }
    Run run = Run.of("passages", file(texts)).require(0);
    assertThat(run.lines()).hasSize(149).allMatch(line -> line.startsWith("{\"a\": \"d0\""));
    assertThat(run.err())
        .containsPattern("\\d runs? of words (is|are) in more than 100 records")
        .contains("149 pairs of 150 records");
  }

  @Test
  void boilerplateIsListedWithCountsAndAnExample() throws IOException {
    SplittableRandom random = new SplittableRandom(5);
    String footer = PassageTexts.words(random, 60, 5_000);
    String header = PassageTexts.words(random, 60, 5_000);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String own = " " + PassageTexts.words(random, 30, 100_000) + " x" + i + " ";
      texts.add((i % 2 == 0 ? header : "") + own + footer);
    }
    Run run = Run.of("passages", file(texts), "--boilerplate").require(0);
    List<JsonNode> found = run.lines().stream().map(Json::read).toList();
    assertThat(found).extracting(each -> each.get("records").asInt()).containsExactly(40, 20);
    for (int i = 0; i < 2; i++) {
      JsonNode each = found.get(i);
      String text = each.get("text").asString();
      assertThat(i == 0 ? footer : header).contains(text);
      assertThat(each.get("example").asString()).isEqualTo("d0");
      assertThat(texts.getFirst().substring(each.get("start").asInt(), each.get("end").asInt()))
          .isEqualTo(text);
      assertThat(each.get("words").asInt())
          .isBetween(60 - 22, 60)
          .isEqualTo(text.split(" ").length);
    }
    assertThat(Run.of("passages", file(texts), "--boilerplate", "--min-records", 41).lines())
        .isEmpty();
  }

  @Test
  void tooManyCandidatesAreRefusedWithTheRemedy() throws IOException {
    Run run = Run.of("passages", file(texts(300, 7)), "--max-pairs", 3).require(1);
    assertThat(run.err()).contains("more than 3 pairs have an anchor in common", "--max-pairs");
  }

  @Test
  void allPairsOfLongListsAreComparedOnRequest() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    String quoted = PassageTexts.words(random, 25, 5_000);
    List<String> texts =
        IntStream.range(0, 120)
            .mapToObj(_ -> PassageTexts.words(random, 30, 100_000) + " " + quoted)
            .toList();
    Run first = Run.of("passages", file(texts)).require(0);
    assertThat(first.lines()).hasSize(119);
    assertThat(first.err()).contains("more than 100 records", "--max-list");
    Run all = Run.of("passages", file(texts), "--max-list", 120).require(0);
    assertThat(all.lines()).hasSize(120 * 119 / 2);
    assertThat(all.err()).doesNotContain("--max-list");
  }

  @Test
  void recordsThatCannotBeReadAreSkippedOnRequest() throws IOException {
    String quoted = PassageTexts.words(new SplittableRandom(3), 25, 5_000);
    Path in =
        Files.writeString(
            folder.resolve("in.jsonl"),
            "{\"text\": \"%s\"}%n{\"text\": 3}%n{\"text\": \"a %s\"}%n".formatted(quoted, quoted));
    Run run = Run.of("passages", in, "--on-error", "skip").require(CorpusCommand.SKIPPED);
    assertThat(run.lines()).hasSize(1);
    assertThat(run.out()).contains("in.jsonl:1", "in.jsonl:3");
  }

  @ParameterizedTest
  @CsvSource({
    "--min-words=0, '--min-words must be 1 or more, was 0'",
    "--min-share=1.5, '--min-share must be 0 to 1, was 1.5'",
    "--max-pairs=0, '--max-pairs must be 1 to 500000000, was 0'",
    "--max-list=1, '--max-list must be 2 or more, was 1'",
    "--min-records=3, '--min-records goes with --boilerplate'"
  })
  void optionsOutOfRangeAreRefused(String option, String message) throws IOException {
    assertThat(Run.of("passages", file(List.of("a")), option).require(2).err()).contains(message);
  }
}
