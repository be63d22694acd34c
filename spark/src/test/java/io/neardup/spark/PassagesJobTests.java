package io.neardup.spark;

import static io.neardup.spark.Commands.run;
import static io.neardup.spark.Commands.sorted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.Boilerplate;
import io.neardup.passage.CommonPassages;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The job lists what the search of the engine finds, which the command line lists as well.
class PassagesJobTests {

  private static final Profile PROFILE = new Profiles().defaultProfile();
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String BANNER =
      "this page uses cookies to remember what you have read and to count its readers please accept"
          + " them or leave the page by the button below";

  @TempDir Path folder;

  private static String words(SplittableRandom random, int count) {
    return Stream.generate(() -> "w" + random.nextInt(5_000))
        .limit(count)
        .collect(Collectors.joining(" "));
  }

  /// Texts of which some quote others, with a word changed, and some have a banner.
  private static List<String> texts(int count, long seed, int banners) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String text = words(random, random.nextInt(1, 80));
      if (i > 0 && random.nextInt(3) == 0) {
        List<String> quoted = List.of(texts.get(random.nextInt(i)).split(" "));
        int from = random.nextInt(quoted.size());
        int to = Math.min(quoted.size(), from + random.nextInt(10, 60));
        List<String> part = new ArrayList<>(quoted.subList(from, to));
        part.set(part.size() / 2, "changed");
        text += " " + String.join(" ", part) + " 文" + i;
      }
      if (random.nextInt(count) < banners) {
        text = random.nextBoolean() ? BANNER + ". " + text : text + ": " + BANNER;
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
    return Files.writeString(folder.resolve("in.jsonl"), lines);
  }

  private String passages(Path input, String... options) {
    return run(
        0,
        Stream.concat(
                Stream.of("passages", "-i", input.toString(), "-o", folder + "/out"),
                Stream.concat(Stream.of("--id-column", "id"), Stream.of(options)))
            .toArray(String[]::new));
  }

  private Dataset<Row> listed(String list) {
    return LocalSpark.session().read().parquet(folder + "/out/" + list);
  }

  private JsonNode report() throws IOException {
    return JSON.readTree(folder.resolve("out/report.json").toFile());
  }

  private static AnchorLists anchors(List<RecordText> records) {
    AnchorLists lists = new AnchorLists(1 << 24);
    for (int i = 0; i < records.size(); i++) {
      lists.add(i, records.get(i).anchors().distinct(), records.get(i).tokens().size());
    }
    lists.sort();
    return lists;
  }

  private static List<RecordText> records(List<String> texts) {
    List<RecordText> records = new ArrayList<>();
    for (String text : texts) {
      records.add(RecordText.of("d" + records.size(), text, PROFILE, MarkedRuns.NONE));
    }
    return records;
  }

  private static RecordPass<RecordText> pass(List<RecordText> records) {
    return (numbers, reader) ->
        numbers.stream().forEach(number -> reader.read(number, records.get(number)));
  }

  private static String row(RecordText a, RecordText b, CommonPassages common) {
    String places =
        common.passages().stream()
            .map(passage ->
                "[%s,%s,%d,ArraySeq(%s)]"
                    .formatted(
                        range(passage.a()),
                        range(passage.b()),
                        passage.words(),
                        passage.gaps().stream()
                            .map(gap -> "[" + range(gap.a()) + "," + range(gap.b()) + "]")
                            .collect(Collectors.joining(", "))))
            .collect(Collectors.joining(", ", "ArraySeq(", ")"));
    return Stream.of(
            a.id(),
            b.id(),
            common.words(),
            common.a().share(),
            common.b().share(),
            common.longestRun(),
            places)
        .map(String::valueOf)
        .collect(Collectors.joining("|"));
  }

  private static String range(TextRange range) {
    return "ArraySeq(" + range.start() + ", " + range.end() + ")";
  }

  @ParameterizedTest
  @CsvSource({"17, 0, 20, 100", "17, 0.5, 0, 100", "6, 0, 320, 100", "6, 0, 320, 150"})
  void pairsAndTheirPlacesAreThoseOfTheEngine(
      int minWords, double minShare, int banners, int maxList) throws IOException {
    List<String> texts = texts(300, 7, banners);
    List<RecordText> records = records(texts);
    PassagePairs search = new PassagePairs(anchors(records), minWords, minShare, 1_000_000);
    search.collect(maxList);
    List<String> expected = new ArrayList<>();
    search.compare(pass(records), 1 << 24, (pair, a, b, common) -> expected.add(row(a, b, common)));
    assertThat(expected).hasSizeGreaterThan(10);

    String summary =
        passages(
            file(texts),
            "--min-words",
            String.valueOf(minWords),
            "--min-share",
            String.valueOf(minShare),
            "--max-list",
            String.valueOf(maxList));

    assertThat(sorted(listed("passages"))).isEqualTo(expected.stream().sorted().toList());
    assertThat(report().get("candidates").asInt()).isEqualTo(search.candidates());
    assertThat(report().get("cutRuns").asInt()).isEqualTo(search.cutLists());
    assertThat(summary.contains("in more than " + maxList + " records"))
        .isEqualTo(search.cutLists() > 0);
    assertThat(search.cutLists() > 0).isEqualTo(banners > 100);
  }

  @ParameterizedTest
  @CsvSource({"12, 10, 60", "8, 2, 30"})
  void boilerplateIsThatOfTheEngine(int minWords, int minRecords, int banners) throws IOException {
    List<String> texts = texts(300, 11, banners);
    List<RecordText> records = records(texts);
    List<String> expected = new ArrayList<>();
    Map<Long, Integer> counts = new TreeMap<>();
    records.forEach(record ->
        Arrays.stream(record.anchors().distinct())
            .forEach(anchor -> counts.merge(anchor, 1, Integer::sum)));
    counts.values().removeIf(count -> count < minRecords);
    RecordPass<RecordText> all =
        (numbers, reader) ->
            IntStream.range(0, records.size()).forEach(i -> reader.read(i, records.get(i)));
    for (Boilerplate.Frequent each :
        new Boilerplate(
                counts.keySet().stream().mapToLong(anchor -> anchor).toArray(),
                counts.values().stream().mapToInt(count -> count).toArray(),
                minWords)
            .find(all)) {
      expected.add(
          "%d|%d|%s|%d|%d|%s"
              .formatted(
                  each.records(),
                  each.words(),
                  each.exampleId(),
                  each.start(),
                  each.end(),
                  each.text()));
    }
    assertThat(expected).isNotEmpty();

    String summary =
        passages(
            file(texts),
            "--boilerplate",
            "--min-words",
            String.valueOf(minWords),
            "--min-records",
            String.valueOf(minRecords));

    assertThat(
            listed("boilerplate").collectAsList().stream().map(row -> row.mkString("|")).toList())
        .isEqualTo(expected); // in this order
    assertThat(summary).contains("; " + expected.size() + " passages of many records");
  }

  @Test
  void anEmptyInputSharesNothing() throws IOException {
    Path input = Files.writeString(folder.resolve("in.jsonl"), "\n");

    assertThat(passages(input))
        .contains("0 records, 0 rejected; 0 candidates compared, 0 pairs share passages");
    assertThat(listed("passages").columns())
        .containsExactly("a", "b", "words", "shareA", "shareB", "longestRun", "passages");
    assertThat(listed("passages").count()).isZero();
    Path other = folder.resolve("other");
    run(0, "passages", "-i", input.toString(), "-o", other.toString(), "--boilerplate");
    assertThat(LocalSpark.session().read().parquet(other + "/boilerplate").columns())
        .containsExactly("records", "words", "example", "start", "end", "text");
  }

  @Test
  void columnsMayHaveAnyNamesAndRowsAnyContent() throws IOException {
    SparkSession spark = LocalSpark.session();
    StructType schema =
        new StructType()
            .add("anchors", DataTypes.StringType)
            .add("number", DataTypes.StringType)
            .add("text", DataTypes.LongType);
    String said = "\"said\",\n\t\ud83d\ude00 " + BANNER;
    spark
        .createDataFrame(
            List.of(
                RowFactory.create("First. " + said, "a,\"b", 1L),
                RowFactory.create("Second: " + said, "a,\"b", 2L),
                RowFactory.create("", "empty", 3L),
                RowFactory.create("?!", "signs", 4L),
                RowFactory.create(null, "none", 5L)),
            schema)
        .coalesce(1)
        .write()
        .parquet(folder + "/in");
    String[] arguments = {
      "passages",
      "-i",
      folder + "/in",
      "-o",
      folder + "/out",
      "--format",
      "parquet",
      "--text-column",
      "anchors",
      "--id-column",
      "number",
      "--output-format",
      "csv"
    };

    assertThat(run(0, arguments)).contains("5 records, 1 rejected; 1 candidates compared, 1 pairs");
    Row pair =
        spark.read().option("header", "true").csv(folder + "/out/passages").collectAsList().get(0);
    assertThat(pair.getString(0)).isEqualTo("a,\"b");
    JsonNode place = JSON.readTree(pair.<String>getAs("passages")).get(0);
    assertThat(place.get("a")).hasToString("[8," + ("First. " + said).length() + "]");
    assertThat(place.get("b")).hasToString("[9," + ("Second: " + said).length() + "]");
    assertThat(place.get("words").asInt()).isGreaterThanOrEqualTo(BANNER.split(" ").length);
    assertThat(place.get("gaps")).isEmpty();
  }
}
