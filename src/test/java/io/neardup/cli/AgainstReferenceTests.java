package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.passage.PassageTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What is near records of a reference is found among those of the input.
class AgainstReferenceTests extends FilesTest {

  private static final int RECORDS = 400;
  private static final int OLD = 150;

  /// The first records in one file and the others in a second one, and all.
  private List<Path> files(long seed) throws IOException {
    Records records = Records.some(RECORDS, seed);
    List<String> lines = IntStream.range(0, RECORDS).mapToObj(i -> records.json(i) + "\n").toList();
    return List.of(
        write("old.jsonl", String.join("", lines.subList(0, OLD))),
        write("new.jsonl", String.join("", lines.subList(OLD, RECORDS))));
  }

  private static boolean isOld(String id) {
    return Integer.parseInt(id.substring(1)) < OLD;
  }

  private static List<JsonNode> rows(String lines) {
    return lines.lines().map(Json::read).toList();
  }

  private static Set<String> pairs(String lines) {
    return rows(lines).stream()
        .map(row -> row.get("a").asString() + " " + row.get("b").asString())
        .collect(Collectors.toCollection(HashSet::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bits", "bands:3x60"})
  void pairsAreThoseOfOneRecordOfEach(String plan) throws IOException {
    List<Path> files = files(3);
    Path old = files.get(0);
    Path in = files.get(1);
    Run both = Run.of("pairs", old, in, "-q", "--plan", plan, "--recall", 0.99);
    Set<String> all = pairs(both.require(0).out());
    all.removeIf(pair -> isOld(pair.split(" ")[0]) == isOld(pair.split(" ")[1]));
    assertThat(all).hasSizeGreaterThan(20);
    Run run = Run.of("pairs", in, "--against", old, "-q", "--plan", plan, "--recall", 0.99);
    assertThat(pairs(run.require(0).out())).isEqualTo(all);
  }

  /// For all kinds of groups: no record of the reference is written or dropped, none that is kept
  /// is near one, and each that is dropped is named with the record that is kept for it.
  @ParameterizedTest
  @ValueSource(strings = {"central", "first", "last", "longest", "--by components"})
  void recordsNearTheReferenceAreDropped(String rule) throws IOException {
    List<Path> files = files(5);
    Path dropped = folder.resolve("dropped.jsonl");
    Path report = folder.resolve("report.json");
    Object[] more = {
      files.get(1), "--against", files.get(0), "--dropped", dropped, "--report", report
    };
    Run run =
        Run.line(
                "dedupe -o - --force " + (rule.startsWith("--") ? rule : "--survivor " + rule),
                more)
            .require(0);
    Set<String> kept =
        rows(run.out()).stream()
            .map(row -> row.get("id").asString())
            .collect(Collectors.toCollection(HashSet::new));
    assertThat(kept).noneMatch(AgainstReferenceTests::isOld);
    Map<String, JsonNode> gone = new HashMap<>();
    rows(Files.readString(dropped)).forEach(row -> gone.put(row.get("id").asString(), row));
    assertThat(gone.keySet()).noneMatch(AgainstReferenceTests::isOld).noneMatch(kept::contains);
    assertThat(kept.size() + gone.size()).isEqualTo(RECORDS - OLD);
    Set<String> crossing =
        pairs(Run.of("pairs", files.get(1), "--against", files.get(0), "-q").require(0).out());
    assertThat(crossing).noneMatch(pair -> kept.contains(pair.split(" ")[1]));
    int referred = 0;
    for (JsonNode row : gone.values()) {
      String survivor = row.get("kept").asString();
      assertThat(isOld(survivor) || kept.contains(survivor)).as("%s", row).isTrue();
      assertThat(row.get("reference").isNull()).isEqualTo(!isOld(survivor));
      if (isOld(survivor)) {
        referred++;
        assertThat(row.get("reference").asString()).isEqualTo(files.get(0).toString());
      }
    }
    assertThat(referred).isGreaterThan(20);
    assertThat(run.err())
        .contains("250 records in ")
        .contains(", " + referred + " of them for records of the reference");
    JsonNode facts = Json.read(Files.readString(report));
    assertThat(facts.get("records").asInt()).isEqualTo(RECORDS - OLD);
    assertThat(facts.get("referenceRecords").asInt()).isEqualTo(OLD);
    assertThat(facts.get("droppedForReference").asInt()).isEqualTo(referred);
    assertThat(facts.get("kept").asInt()).isEqualTo(kept.size());
  }

  /// Exactly the records near one of the reference are dropped, for such a one; equal ones inside
  /// the input remain.
  @ParameterizedTest
  @ValueSource(strings = {"", "--survivor last", "--by components", "--survivor none"})
  void onlyRecordsNearTheReferenceAreDropped(String rule) throws IOException {
    List<Path> files = files(5);
    List<String> lines = Files.readAllLines(files.get(1));
    String equal = "{\"id\": \"r%d\", \"text\": \"" + FERRY + "\"}%n";
    Path in =
        write(
            "more.jsonl",
            String.join("\n", lines) + "\n" + equal.formatted(900) + equal.formatted(901));
    Set<String> near = new HashSet<>();
    pairs(Run.of("pairs", in, "--against", files.get(0), "-q").require(0).out())
        .forEach(pair -> near.add(pair.split(" ")[1]));
    Path dropped = folder.resolve("dropped.jsonl");
    Path report = folder.resolve("report.json");
    Object[] more = {in, "--against", files.get(0), "--dropped", dropped, "--report", report};
    Run run = Run.line("dedupe -o - --against-only " + rule, more).require(0);
    assertThat(near).hasSizeGreaterThan(20);
    assertThat(rows(run.out()))
        .hasSize(lines.size() + 2 - near.size())
        .noneMatch(row -> near.contains(row.get("id").asString()));
    assertThat(rows(Files.readString(dropped)))
        .allMatch(row -> isOld(row.get("kept").asString()) && row.get("distance").isInt())
        .extracting(row -> row.get("id").asString())
        .containsExactlyInAnyOrderElementsOf(near);
    JsonNode facts = Json.read(Files.readString(report));
    assertThat(facts.get("dropped").asInt()).isEqualTo(near.size());
    assertThat(facts.get("droppedForReference").asInt()).isEqualTo(near.size());
    Object[] all = {in, "--against", files.get(0)};
    Run annotated = Run.line("dedupe -o - --against-only --annotate " + rule, all).require(0);
    assertThat(rows(annotated.out()))
        .allMatch(row -> row.get("kept").asBoolean() != near.contains(row.get("id").asString()));
  }

  /// Pairs inside the input are neither compared nor counted, also of equal records.
  @Test
  void pairsInsideTheInputAreNotCountedBesideTheReference() throws IOException {
    String near = FERRY.replace("eight", "nine");
    Path in = write("in.txt", (FERRY + "\n").repeat(3) + near + "\n" + (APPLES + "\n").repeat(2));
    Path old = write("old.txt", FERRY + "\n");
    Path report = folder.resolve("report.json");
    Object[] more = {in, "--against", old, "--report", report};
    Run run = Run.line("dedupe --dry-run --against-only", more).require(0);
    assertThat(run.err()).contains("2 would be kept, 4 would be dropped, 4 of them for records");
    int pairs = 0;
    for (JsonNode distance : Json.read(Files.readString(report)).get("distances")) {
      pairs += distance.get("pairs").asInt();
    }
    assertThat(pairs).isEqualTo(4);
    assertThat(Run.line("dedupe --dry-run --against-only", in).require(2).err())
        .contains("--against-only needs the files of --against");
  }

  @Test
  void aReferenceThatTookTheInputIsNamed() throws IOException {
    List<Path> files = files(5);
    Run run = Run.of("dedupe", "--against", files.get(0), files.get(1), "--dry-run").require(2);
    assertThat(run.err())
        .contains(
            "no FILE to read: --against takes all names up to the next option, here also '"
                + files.get(1)
                + "'; name the input first, as in neardup dedupe "
                + files.get(1)
                + " --against FILE, or after --, behind all options");
    Run.of("dedupe", "--dry-run", "--against", files.get(0), "--", files.get(1)).require(0);
    assertThat(Run.of("dedupe", "--dry-run").require(2).err())
        .contains("Missing required parameter: 'FILE'");
    assertThat(Run.of("dedupe", "--against", files.get(0), "-o").require(2).err())
        .contains("Missing required parameter for option '--output'");
  }

  /// The records of the reference are not counted, also those that have no text.
  @Test
  void numbersAreThoseOfTheInput() throws IOException {
    String none = "{\"id\": \"none\", \"text\": null}\n";
    String bad = "{\"id\": \"bad\", \"text\": 1}\n";
    String good = "{\"id\": \"good\", \"text\": \"" + FERRY + "\"}\n";
    Path old = write("some.jsonl", good + none.repeat(3) + bad.repeat(4));
    Path in = write("in.jsonl", good + none + bad + bad);
    Run run =
        Run.line("dedupe --dry-run --null drop --on-error skip --against " + old + " -- " + in)
            .require(3);
    assertThat(run.err())
        .contains("4 records in 1 group of near-duplicates: 0 would be kept, 1 would be dropped")
        .contains(", 2 skipped\n", "\n1 record has no text and was dropped\n");
  }

  @Test
  void theReferenceMayComeFromTheStandardInput() throws IOException {
    String line = "{\"id\": \"a\", \"text\": \"one two three four five six\"}\n";
    Path in = write("in.jsonl", line + "{\"id\": \"b\", \"text\": \"x y z\"}\n");
    byte[] old = line.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    Run run = Run.with(old, "dedupe", in, "--against", "-", "-o", "-").require(0);
    assertThat(run.out()).isEqualTo("{\"id\": \"b\", \"text\": \"x y z\"}\n");
  }

  @Test
  void theReferenceMayHaveAnotherFormatAndEqualRecordsOfItsOwn() throws IOException {
    String text = "one two three four five six seven eight nine ten";
    Path in =
        write(
            "in.jsonl",
            "{\"id\": \"a\", \"text\": \"" + text + "\"}\n{\"id\": \"b\", \"text\": \"x y z\"}\n");
    Path old = write("old.csv", "url,body\nu1," + text + "\nu2," + text + "\n");
    Path dropped = folder.resolve("dropped.csv");
    Run run = Run.of("dedupe", in, "--against", old, "-o", "-", "--dropped", dropped).require(0);
    assertThat(run.out()).isEqualTo("{\"id\": \"b\", \"text\": \"x y z\"}\n");
    assertThat(Files.readString(dropped).lines().skip(1))
        .containsExactly("a,u1,0,copy,1,0," + in + ",1," + old);
    assertThat(run.err()).contains(old + ": text is read from column 'body' (--text)");
    assertThat(Files.readString(old)).startsWith("url,body\nu1,");
  }

  @Test
  void aReferenceIsNoInputNoOutputAndExists() throws IOException {
    List<Path> files = files(7);
    Path in = files.get(1);
    Path other = Files.createLink(folder.resolve("linked.jsonl"), in);
    assertThat(Run.of("pairs", in, "--against", other).require(1).err())
        .contains("linked.jsonl: is named twice");
    assertThat(Run.of("pairs", in, "--against", in).require(1).err())
        .contains("new.jsonl: is named twice, as --against; a reference is no input");
    assertThat(
            Run.of("dedupe", in, "-o", files.get(0), "--force", "--against", files.get(0))
                .require(1)
                .err())
        .contains("old.jsonl: is an input as well; name another output");
    assertThat(Run.of("passages", in, "--against", folder + "/none-*.jsonl").require(1).err())
        .contains("none-*.jsonl: no file has a name of this pattern");
    assertThat(Run.of("passages", in, "--boilerplate", "--against", files.get(0)).require(2).err())
        .contains("--against does not go with --boilerplate");
  }

  /// Short items of a test set inside long documents for training are found, and cut out.
  @Test
  void testItemsInsideDocumentsAreFoundAndStripped() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    List<String> items = new ArrayList<>();
    StringBuilder test = new StringBuilder();
    for (int i = 0; i < 20; i++) {
      items.add(PassageTexts.words(random, 30, 50_000));
      test.append("{\"id\": \"q%d\", \"text\": \"%s\"}%n".formatted(i, items.get(i)));
    }
    StringBuilder documents = new StringBuilder();
    Map<String, String> around = new HashMap<>();
    for (int i = 0; i < 60; i++) {
      String before = PassageTexts.words(random, 400, 50_000);
      String after = PassageTexts.words(random, 400, 50_000);
      String quoted = i % 3 == 0 ? items.get(i / 3) + " " : "";
      around.put("t" + i, before + " " + after);
      documents.append(
          "{\"id\": \"t%d\", \"text\": \"%s %s%s\"}%n".formatted(i, before, quoted, after));
    }
    Path training = write("train.jsonl", documents.toString());
    Path set = write("test.jsonl", test.toString());
    List<JsonNode> found =
        rows(
            Run.of("passages", training, "--against", set, "-q", "--min-share", 0.8)
                .require(0)
                .out());
    assertThat(found)
        .hasSize(20)
        .allMatch(row ->
            Integer.parseInt(row.get("b").asString().substring(1))
                == 3 * Integer.parseInt(row.get("a").asString().substring(1)));
    for (String action : List.of("strip", "reference")) {
      Object[] dedupe = {
        "dedupe", training, "--against", set, "-q", "-o", "-", "--passages", action
      };
      assertThat(rows(Run.of(dedupe).require(0).out()))
          .hasSize(60)
          .allMatch(row -> row.get("text").asString().equals(around.get(row.get("id").asString())));
    }
  }

  /// Items that are shorter than a passage are counted; with a smaller minimum, each is found,
  /// wherever it stands.
  @Test
  void itemsTooShortForAPassageAreReportedAndFoundWithFewerWords() throws IOException {
    SplittableRandom random = new SplittableRandom(13);
    StringBuilder test = new StringBuilder();
    StringBuilder documents = new StringBuilder();
    int items = 60;
    for (int i = 0; i < items; i++) {
      String item = PassageTexts.words(random, 6 + i % 11, 50_000);
      String before = PassageTexts.words(random, 100, 50_000);
      String after = PassageTexts.words(random, 100, 50_000);
      test.append("{\"id\": \"q%d\", \"text\": \"%s\"}%n".formatted(i, item));
      documents.append("{\"text\": \"%s %s %s\"}%n".formatted(before, item, after));
    }
    Path training = write("train.jsonl", documents);
    Path set =
        write(
            "test.jsonl",
            test + "{\"id\": \"w\", \"text\": \"why is it so\"}\n{\"text\": \"!\"}\n");
    Path report = folder.resolve("report.json");
    Object[] more = {training, "--against", set, "--report", report, "--force"};
    String missed =
        "61 of 62 records of the reference have fewer than 17 words and are not found; --min-words"
            + " 6 finds shorter passages";
    assertThat(Run.of("passages", training, "--against", set).require(0).err())
        .contains("0 pairs of 60 records\n" + missed);
    assertThat(Run.line("dedupe --dry-run --passages reference", more).require(0).err())
        .contains(missed);
    assertThat(Json.read(Files.readString(report)).get("referenceTooShort").asInt()).isEqualTo(61);
    String rest =
        "1 of 62 records of the reference has fewer than 6 words, or 8 characters of scripts"
            + " without spaces, and is not found\n";
    Run found =
        Run.line("passages --min-words 6 --min-share 1 --against " + set + " -- " + training);
    assertThat(found.require(0).lines()).hasSize(items);
    assertThat(found.err()).endsWith("60 pairs of 60 records\n" + rest);
    Run cut = Run.line("dedupe --dry-run --passages reference --min-words 6", more);
    assertThat(cut.require(0).err()).contains("60 passages of 60 records ", rest);
  }

  @Test
  void recordsTooShortForAPassageAreReportedIfNothingIsFound() throws IOException {
    Path in = write("in.txt", "one two three four five six seven\n".repeat(2));
    assertThat(Run.of("passages", in).require(0).err())
        .contains("2 of 2 records have fewer than 17 words and are not found");
    assertThat(Run.of("passages", in, "--min-words", 6).require(0).err())
        .endsWith("1 pair of 2 records\n");
  }

  /// What records of the input share, or repeat themselves, remains.
  @Test
  void onlyPassagesOfTheReferenceAreStripped() throws IOException {
    SplittableRandom random = new SplittableRandom(12);
    String item = PassageTexts.words(random, 30, 50_000);
    String shared = PassageTexts.words(random, 30, 50_000);
    StringBuilder documents = new StringBuilder();
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      String own = PassageTexts.words(random, 200, 50_000);
      String line = "{\"text\": \"%s %s %s %s%s\"}%n";
      documents.append(line.formatted(own, shared, shared, item + " ", "end"));
      expected.append(line.formatted(own, shared, shared, "", "end"));
    }
    Path training = write("train.jsonl", documents.toString());
    Path set = write("test.jsonl", "{\"text\": \"" + item + "\"}\n");
    Path stripped = folder.resolve("stripped.jsonl");
    Run run =
        Run.line(
            "dedupe -o - --passages reference --min-words 20 --against",
            set,
            "--stripped",
            stripped,
            "--",
            training);
    assertThat(run.require(0).out()).isEqualTo(expected.toString());
    assertThat(stripped).content().hasLineCount(3);
    assertThat(run.err())
        .endsWith(
            "3 passages of 3 records repeat those of the reference and were removed; 0 records have"
                + " nothing else and were left out\n");
    Run all =
        Run.line("dedupe -o - --passages reference --annotate --against", set, "--", training);
    assertThat(all.require(2).err())
        .contains("--passages reference with --annotate needs --keep kept");
    assertThat(Run.line("dedupe --dry-run --passages reference", training).require(2).err())
        .contains("--passages reference needs the files of --against");
  }
}
