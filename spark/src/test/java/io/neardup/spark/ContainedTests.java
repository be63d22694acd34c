package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.measure.DropRule;
import io.neardup.pairs.PairRounds;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.ContainedTexts;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Records inside others, as the engine finds them for the command line.
class ContainedTests {

  private static final double SHARE = 0.8;

  @TempDir Path folder;

  private String job(Path input, String... options) {
    return run(
        0,
        Stream.concat(
                Stream.of("dedupe", "-i", input.toString(), "-o", folder + "/out"),
                Stream.concat(
                    Stream.of("--id-column", "id", "--contained", "" + SHARE), Stream.of(options)))
            .toArray(String[]::new));
  }

  private Dataset<Row> list(String name) {
    return LocalSpark.session().read().parquet(folder + "/out/" + name);
  }

  private static String words(Random random, int count) {
    return random.ints(count, 0, 50_000).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
  }

  private Path file(String name, List<String> texts, int from, int to) throws IOException {
    return Files.write(
        folder.resolve(name),
        IntStream.range(from, to)
            .mapToObj(i -> "{\"id\": \"%d\", \"text\": \"%s\"}".formatted(i, texts.get(i)))
            .toList());
  }

  /// Parts of parts of a few books in any order, some with words of their own. All of so different
  /// lengths that none is a near-duplicate of another.
  private static List<String> texts() {
    Random random = new Random(5);
    List<String> texts = new ArrayList<>();
    for (int book = 0; book < 12; book++) {
      List<String> words = List.of(words(random, 900).split(" "));
      for (int part = 900; part > 25; part = part * 2 / 5) {
        int from = random.nextInt(words.size() - part + 1);
        words = words.subList(from, from + part);
        String own = random.nextInt(3) == 0 ? words(random, part / (2 + random.nextInt(6))) : "";
        texts.add(String.join(" ", words) + " " + own);
      }
    }
    Collections.shuffle(texts, random);
    return texts;
  }

  /// The record that is kept for each one, by the engine.
  private static Map<Integer, Integer> expected(List<String> texts, int referred, DropRule rule) {
    Profile profile = new Profiles().find("simhash-256-v1").orElseThrow();
    List<RecordText> records =
        texts.stream().map(text -> RecordText.of("", text, profile, MarkedRuns.NONE)).toList();
    AnchorLists anchors = new AnchorLists(1 << 24);
    for (int i = 0; i < records.size(); i++) {
      anchors.add(i, records.get(i).anchors().distinct(), records.get(i).tokens().size());
    }
    anchors.sort();
    PassagePairs pairs =
        new PassagePairs(anchors, Winnowing.STANDARD.guaranteedWords(), SHARE, 1 << 20);
    pairs.collect(PassagePairs.MAX_LIST, pair -> PairRounds.later(pair) >= referred);
    ContainedTexts found = new ContainedTexts(SHARE, record -> record < referred, profile, rule);
    pairs.compare(
        (numbers, reader) ->
            IntStream.range(0, records.size()).forEach(i -> reader.read(i, records.get(i))),
        1 << 24,
        found);
    return found.keptFor();
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "9, 0.1"})
  void dropsWhatTheEngineFindsInside(int referred, double maxUnique) throws IOException {
    List<String> texts = texts();
    Map<Integer, Integer> expected =
        expected(texts, referred, new DropRule(maxUnique, null, 0, false));
    assertThat(expected.equals(expected(texts, referred, DropRule.ALL))).isEqualTo(maxUnique == 1);
    Set<String> containers =
        expected.values().stream().map(String::valueOf).collect(Collectors.toSet());
    assertThat(expected).hasSizeGreaterThan(15);
    assertThat(containers).hasSizeGreaterThan(5);
    Path input = file("in.jsonl", texts, referred, texts.size());
    String[] options =
        referred == 0
            ? new String[0]
            : new String[] {
              "--against",
              file("old.jsonl", texts, 0, referred).toString(),
              "--max-unique",
              "" + maxUnique
            };

    String summary = job(input, options);

    assertThat(sorted(list("dropped").select("id", "kept", "kind", "reason")))
        .isEqualTo(
            expected.entrySet().stream()
                .map(pair ->
                    pair.getKey() + "|" + pair.getValue() + "|contained|inside another record")
                .sorted()
                .toList());
    assertThat(summary)
        .contains(
            (texts.size() - referred - expected.size()) + " kept, " + expected.size() + " dropped",
            expected.size() + " of the dropped records have 0.8 of their words in another one");
    assertThat(list("kept").count()).isEqualTo(texts.size() - referred - expected.size());
  }

  /// What was dropped for a record that is inside another one is dropped for that one.
  @Test
  void movesGroupsToTheLongerRecord() throws IOException {
    Random random = new Random(3);
    String chapter = words(random, 120);
    String book = words(random, 200) + " " + chapter + " " + words(random, 300);
    List<String> texts =
        List.of(chapter, chapter + " again", book, words(random, 60), words(random, 60));
    Path input = file("in.jsonl", texts, 0, texts.size());

    assertThat(job(input, "--survivor", "first", "--annotate", "--keep", "all"))
        .contains("5 records in 1 groups of near-duplicates: 3 would be kept, 2 would be dropped");
    assertThat(sorted(list("dropped").select("id", "kept", "kind", "reason")))
        .containsExactly(
            "0|2|contained|inside another record", "1|2|contained|inside another record");
    assertThat(list("dropped").where("unique > 0.1").count()).isZero();
    assertThat(
            sorted(
                LocalSpark.session()
                    .read()
                    .json(folder + "/out/clean")
                    .select("id", "group", "group_size", "kept", "kind")))
        .containsExactly(
            "0|1|3|false|contained",
            "1|1|3|false|contained",
            "2|1|3|true|null",
            "3|null|1|true|null",
            "4|null|1|true|null");
  }

  @Test
  void stripsWhatIsLeft() throws IOException {
    Random random = new Random(4);
    String chapter = words(random, 60);
    List<String> texts =
        List.of(
            words(random, 90) + " " + chapter,
            chapter,
            words(random, 80) + " " + chapter + " " + words(random, 80));
    Path input = file("in.jsonl", texts, 0, texts.size());

    assertThat(job(input, "--passages", "strip"))
        .contains("2 kept, 1 dropped", "1 passages repeat earlier ones");
    assertThat(sorted(list("dropped").select("id", "kept"))).containsExactly("1|2");
    assertThat(sorted(list("stripped").select("id", "of"))).containsExactly("2|0");
  }
}
