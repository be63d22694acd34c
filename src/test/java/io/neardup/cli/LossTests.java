package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.Json;
import io.neardup.measure.UniqueShare;
import io.neardup.measure.WeightedJaccard;
import io.neardup.passage.PassageTexts;
import io.neardup.profile.Content;
import io.neardup.profile.Profiles;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/// What is lost with dropped records, and what is kept so that less is lost.
class LossTests extends FilesTest {

  private final Map<String, FeatureVector> features = new HashMap<>();

  private Path write(Map<String, String> texts) throws IOException {
    StringBuilder lines = new StringBuilder();
    texts.forEach((id, text) -> {
      lines.append("{\"id\": \"%s\", \"text\": \"%s\"}%n".formatted(id, text));
      features.put(id, Profiles.SIMHASH_256_V1.vector(new Content.Text(text)));
    });
    return write("in.jsonl", lines);
  }

  private Path some(int count, long seed) throws IOException {
    List<String> texts = Records.some(count, seed).texts();
    Map<String, String> byId = new java.util.LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      byId.put("d" + i, texts.get(i));
    }
    return write(byId);
  }

  /// What a clean-up keeps and drops.
  private record Cleaned(Set<String> kept, Map<String, JsonNode> dropped, String messages) {}

  private Cleaned clean(Path in, Object... more) throws IOException {
    Path dropped = folder.resolve("dropped.jsonl");
    Run run = Run.line("dedupe -o - --force --dropped " + dropped + " " + in, more).require(0);
    Map<String, JsonNode> gone = new HashMap<>();
    Files.readAllLines(dropped).stream()
        .map(Json::read)
        .forEach(row -> gone.put(row.get("id").asString(), row));
    Set<String> kept =
        run.lines().stream()
            .map(line -> Json.read(line).get("id").asString())
            .collect(Collectors.toCollection(HashSet::new));
    return new Cleaned(kept, gone, run.err());
  }

  private double unique(String id, String kept) {
    return UniqueShare.of(features.get(id), features.get(kept));
  }

  @ParameterizedTest
  @ValueSource(strings = {"star", "components"})
  void eachDroppedRecordSaysWhatTheKeptOneLacks(String by) throws IOException {
    Path in = some(300, 5);
    Path report = folder.resolve("report.json");
    Cleaned cleaned = clean(in, "--by", by, "--report", report);
    assertThat(cleaned.dropped).hasSizeGreaterThan(50);
    long none = 0;
    for (JsonNode row : cleaned.dropped.values()) {
      String id = row.get("id").asString();
      String kept = row.get("kept").asString();
      assertThat(row.get("unique").asDouble()).isCloseTo(unique(id, kept), within(1e-4));
      assertThat(row.get("similarity").asDouble())
          .isCloseTo(WeightedJaccard.of(features.get(id), features.get(kept)), within(1e-4));
      none += row.get("unique").asDouble() == 0 ? 1 : 0;
    }
    assertThat(none).isPositive().isLessThan(cleaned.dropped.size());
    assertThat(cleaned.messages)
        .contains("features that the kept record lacks: none " + none + ", up to 5 % ");
    JsonNode shares = Json.read(Files.readString(report)).get("unique");
    assertThat(shares.get(0).get("records").asLong()).isEqualTo(none);
    long all = 0;
    for (JsonNode share : shares) {
      all += share.get("records").asLong();
    }
    assertThat(all).isEqualTo(cleaned.dropped.size());
  }

  @Test
  void nothingIsDroppedThatWouldTakeMoreWithIt() throws IOException {
    Path in = some(300, 6);
    Cleaned all = clean(in);
    Cleaned careful = clean(in, "--max-unique", 0.1);
    assertThat(careful.dropped.values())
        .isNotEmpty()
        .allMatch(row -> row.get("unique").asDouble() <= 0.1);
    assertThat(careful.kept).hasSizeGreaterThan(all.kept.size()).containsAll(all.kept);
    assertThat(careful.messages)
        .containsPattern("\\d+ records are near another one and kept, by --max-unique");
    Run.of("pairs", in, "-q").require(0).lines().stream()
        .map(Json::read)
        .filter(pair -> careful.kept.contains(pair.get("a").asString()))
        .filter(pair -> careful.kept.contains(pair.get("b").asString()))
        .forEach(pair -> {
          String a = pair.get("a").asString();
          String b = pair.get("b").asString();
          assertThat(Math.max(unique(a, b), unique(b, a))).isGreaterThan(0.1);
        });
    assertThat(clean(in, "--max-unique", 1).kept).isEqualTo(all.kept);
  }

  /// Products that are described by one form differ in what no other record has, and copies of one
  /// record do not.
  @Test
  void variantsOfOneFormAreToldFromCopies() throws IOException {
    SplittableRandom random = new SplittableRandom(4);
    Map<String, String> texts = new java.util.LinkedHashMap<>();
    String form = PassageTexts.words(random, 40, 50_000);
    for (int i = 0; i < 60; i++) {
      String text =
          form
              + " this package contains the "
              + PassageTexts.words(random, 2, 50_000)
              + " runtime library";
      texts.put("v" + i, text);
      if (i % 6 == 0) {
        texts.put("c" + i, text.replace("this package", "the package"));
      }
    }
    for (int i = 0; i < 300; i++) {
      texts.put("o" + i, PassageTexts.words(random, 45, 50_000));
    }
    Path in = write(texts);
    Cleaned dropped = clean(in);
    assertThat(dropped.kept).hasSize(301);
    assertThat(dropped.dropped.values().stream().filter(row -> kind(row).equals("variant")))
        .hasSizeGreaterThanOrEqualTo(68);
    assertThat(dropped.messages).contains("are variants, which --variants keep keeps");
    Path marked = folder.resolve("marked.jsonl");
    Run.of("dedupe", in, "-q", "-o", marked, "--annotate").require(0);
    assertThat(Json.readAll(Files.readString(marked)))
        .hasSize(texts.size())
        .allSatisfy(row -> {
          JsonNode listed = dropped.dropped.get(row.get("id").asString());
          assertThat(row.get("kind").isNull()).isEqualTo(listed == null);
          assertThat(listed == null || listed.get("kind").equals(row.get("kind"))).isTrue();
        });
    Cleaned kept = clean(in, "--variants", "keep");
    assertThat(kept.dropped.keySet())
        .hasSize(10)
        .allMatch(id -> Integer.parseInt(id.substring(1)) % 6 == 0);
    assertThat(kept.dropped.values()).allMatch(row -> kind(row).equals("copy"));
    assertThat(kept.messages).contains("records are near another one and kept, by --variants");
    assertThat(clean(in, "--variants", "keep", "--contained", 0.8).dropped.keySet())
        .as("variants are no parts of each other")
        .isEqualTo(kept.dropped.keySet());
    Map<String, String> few = new java.util.LinkedHashMap<>(texts);
    few.keySet().removeIf(id -> !id.matches("v[0-5]"));
    assertThat(clean(write(few), "--variants", "keep").kept)
        .as("what the form gives is as rare in a few records as what differs")
        .hasSize(1);
  }

  @Test
  void eachNumberOfTheSummaryIsInTheReport() throws IOException {
    SplittableRandom random = new SplittableRandom(11);
    String footer = PassageTexts.words(random, 30, 50_000);
    StringBuilder lines = new StringBuilder("{\"id\": \"bad\", \"text\": 1}\n".repeat(3));
    lines.append("{\"id\": \"none\", \"text\": null}\n".repeat(5));
    Records records = Records.some(300, 11);
    for (int i = 0; i < records.texts().size(); i++) {
      String text = records.texts().get(i) + (i % 3 == 0 ? " " + footer : "");
      lines.append("{\"id\": \"" + i + "\", \"text\": \"" + text + "\"}\n");
    }
    lines.append(
        "{\"id\": \"in\", \"text\": \"" + records.texts().getFirst().substring(0, 200) + "\"}\n");
    Path in = write("all.jsonl", lines.toString());
    Path old = write("old.jsonl", records.json(4) + "\n" + records.json(8) + "\n");
    Path report = folder.resolve("all.json");
    Run run =
        Run.line(
                "dedupe --on-error skip --null drop --contained 0.8 --max-unique 0.2 --passages"
                    + " strip --variants keep --survivor longest --report ",
                report,
                "-o",
                folder.resolve("all-clean.jsonl"),
                in,
                "--against",
                old)
            .require(3);
    List<String> messages = run.err().lines().toList();
    int first =
        messages.indexOf(
            messages.stream()
                .filter(line -> line.contains("of the dropped records have"))
                .findFirst()
                .orElseThrow());
    String summary = String.join("\n", messages.subList(first, messages.size()));
    assertThat(summary)
        .contains(
            "of the dropped records",
            "records of the reference",
            "3 skipped",
            "5 records have no text")
        .contains("features that the kept record lacks", "near another one and kept", "passages of")
        .doesNotContain("{", " 0 records are near");
    JsonNode facts = Json.read(Files.readString(report));
    Set<Double> known = new HashSet<>();
    numbers(facts, known);
    assertThat(Pattern.compile("\\d[\\d,.]*").matcher(summary).results())
        .hasSizeGreaterThan(15)
        .extracting(number -> Double.parseDouble(number.group().replace(",", "")))
        .allMatch(number -> known.contains(number) || known.contains(number / 100));
    assertThat(facts.get("survivor")).hasToString("[\"longest\"]");
    assertThat(facts.get("steps"))
        .extracting(step -> step.get("step").asString())
        .contains("reading", "comparing", "losses", "passages");
  }

  private static void numbers(JsonNode node, Set<Double> numbers) {
    if (node.isNumber()) {
      numbers.add(node.asDouble());
    }
    node.forEach(each -> {
      if (!each.has("distance")) {
        numbers(each, numbers);
      }
    });
  }

  private static String kind(JsonNode row) {
    return row.get("kind").asString();
  }

  /// Short records inside a long one are dropped for it, and what was dropped for them as well.
  @Test
  void recordsInsideALongerOneAreDropped() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    Map<String, String> texts = new java.util.LinkedHashMap<>();
    String chapter = PassageTexts.words(random, 60, 50_000);
    String section =
        PassageTexts.words(random, 40, 50_000)
            + " "
            + chapter
            + " "
            + PassageTexts.words(random, 40, 50_000);
    texts.put("copy", chapter + " x");
    texts.put("chapter", chapter);
    texts.put("section", section);
    texts.put(
        "book",
        PassageTexts.words(random, 300, 50_000)
            + " "
            + section
            + " "
            + PassageTexts.words(random, 300, 50_000));
    texts.put("quoting", PassageTexts.words(random, 60, 50_000) + " " + chapter.substring(0, 150));
    texts.put("other", PassageTexts.words(random, 60, 50_000));
    Path in = write(texts);
    assertThat(clean(in).kept).contains("section", "book").hasSize(5);
    Cleaned cleaned = clean(in, "--contained", 0.9);
    assertThat(cleaned.kept).containsExactlyInAnyOrder("book", "quoting", "other");
    assertThat(cleaned.dropped.keySet()).containsExactlyInAnyOrder("copy", "chapter", "section");
    assertThat(cleaned.dropped.values())
        .allMatch(row -> row.get("kept").asString().equals("book"))
        .allMatch(row -> row.get("unique").asDouble() < 0.1)
        .allMatch(row -> kind(row).equals("contained"));
    assertThat(cleaned.messages)
        .contains("2 of the dropped records have 0.9 of their words in another one")
        .contains("3 kept, 3 dropped");
    Path old = Files.copy(in, folder.resolve("old.jsonl"));
    Path chapters = write("ch.jsonl", "{\"id\": \"ch\", \"text\": \"" + chapter + "\"}\n");
    assertThat(clean(chapters, "--contained", 0.9, "--against", old).kept).isEmpty();
    assertThat(clean(old, "--contained", 0.9, "--against", chapters).kept)
        .containsExactlyInAnyOrder("book", "quoting", "other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --max-unique 1.1 | --max-unique must be 0 to 1, was 1.1
          --contained 0 | --contained must be above 0 and at most 1, was 0.0
          --max-unique .1 --by components | --max-unique can be used only with --by star
          --variants keep --by components | --variants keep can be used only with --by star
          --max-unique .1 --no-verify | --max-unique needs a profile such as simhash-256-v1
          --variants keep --profile paper-v1 | --variants keep needs a profile such as
          """)
  void whatIsNotPossibleIsRefused(String options, String message) throws IOException {
    assertThat(Run.line("dedupe --dry-run " + options, some(3, 1)).require(2).err())
        .contains(message);
  }
}
