package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Json;
import io.neardup.passage.PassageTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which records are kept, and how they are named.
class SurvivorsTests extends FilesTest {

  private static final String TEXT = "one two three four five six seven eight";

  /// A text that repeats itself has no more features, but is longer.
  @Test
  void theLongestTextIsTheOneWithTheMostCharacters() throws IOException {
    String longer = TEXT + " one two three four five six seven eight";
    Path in = write("in.txt", TEXT + "\n" + longer + "\n" + TEXT + " \n");
    assertThat(
            Run.of("dedupe", in, "-o", "-", "-q", "--survivor", "longest", "--min-similarity", 0.5)
                .require(0)
                .out())
        .isEqualTo(longer + "\n");
    Path spaces = write("spaces.txt", TEXT + "\n" + TEXT.replace(" ", "  ") + "\n");
    assertThat(Run.of("dedupe", spaces, "-o", "-", "-q", "--survivor", "longest").require(0).out())
        .isEqualTo(TEXT.replace(" ", "  ") + "\n");
  }

  private static String record(String id, String text) {
    return "{\"id\": \"" + id + "\", \"text\": \"" + text + "\"}\n";
  }

  @Test
  void idsWithHalfOfASurrogatePairAreWrittenAsTheyAre() throws IOException {
    Path in =
        write(
            "in.jsonl",
            record("a\\ud83d", TEXT) + record("a\\ud83e", TEXT) + record("a?", "something else"));
    Path dropped = folder.resolve("dropped.jsonl");
    Path report = folder.resolve("report.json");
    Run.of("dedupe", in, "--dry-run", "--dropped", dropped, "--report", report).require(0);
    assertThat(dropped).content().startsWith("{\"id\": \"a\\ud83e\", \"kept\": \"a\\ud83d\"");
    assertThat(report).content().contains("[ \"a\\ud83d\", \"a\\ud83e\" ]");
    assertThat(Run.of("pairs", in, "-q").require(0).out())
        .startsWith("{\"a\": \"a\\ud83d\", \"b\": \"a\\ud83e\"");
    assertThat(Run.of("pairs", in, "-q", "--output-format", "csv").require(1).err())
        .contains("half of a surrogate pair, which csv cannot represent; write jsonl: a\\ud83d,");
  }

  private static String row(String id, String fields) {
    return "{\"id\": \"" + id + "\", \"text\": \"" + TEXT + "\"" + fields + "}\n";
  }

  /// The ids that are kept, in the order of the input.
  private static String kept(Path in, String rules, String... more) {
    Object[] all = Stream.concat(Stream.of(in, "--survivor", rules), Stream.of(more)).toArray();
    return Run.line("dedupe -o - -q", all).require(0).lines().stream()
        .map(line -> Json.read(line).get("id").asString())
        .collect(Collectors.joining(" "));
  }

  @Test
  void columnsDecideInOrderAndTheOrderOfTheInputTies() throws IOException {
    Path in =
        write(
            "in.jsonl",
            row("a", ", \"fetched\": \"2024-05-01\", \"url\": \"http://a.org/longer\"")
                + row("b", ", \"fetched\": \"2024-05-02T10:00:00Z\", \"url\": \"http://a.org/x\"")
                + row(
                    "c", ", \"fetched\": \"2024-05-02T12:00:00+02:00\", \"url\": \"http://a.org/\"")
                + row("d", ", \"fetched\": {\"odd\": 1}, \"url\": \"h\"")
                + row("e", ", \"fetched\": \"soon\", \"url\": null")
                + row("f", ", \"price\": 10, \"url\": \"\"")
                + row("g", ", \"price\": 9.5")
                + record("h", "something else"));
    assertThat(kept(in, "fetched:max,url:shortest")).isEqualTo("c h");
    assertThat(kept(in, "fetched:max,url:longest")).isEqualTo("b h");
    assertThat(kept(in, "fetched:max,length:max,url:shortest")).isEqualTo("c h");
    assertThat(kept(in, "fetched:max")).isEqualTo("b h");
    assertThat(kept(in, "fetched:max,last")).isEqualTo("c h");
    assertThat(kept(in, "fetched:min", "--by", "components")).isEqualTo("a h");
    assertThat(kept(in, "url:shortest")).isEqualTo("d h");
    assertThat(kept(in, "price:min")).isEqualTo("g h");
    assertThat(kept(in, "price:MAX, fetched:max")).isEqualTo("f h");
    assertThat(kept(in, "central,price:min")).isEqualTo("g h");
  }

  /// Also if there is a column of that name.
  @Test
  void lengthIsThatOfTheText() throws IOException {
    Path in =
        write(
            "in.jsonl",
            record("a", TEXT)
                + record("b", TEXT + "  ")
                + row("c", ", \"length\": 1")
                + record("d", TEXT + " ")
                + row("e", ", \"length\": 9"));
    assertThat(kept(in, "length:max")).isEqualTo("b");
    assertThat(kept(in, "length:longest")).isEqualTo("b");
    assertThat(kept(in, "length:min")).isEqualTo("a");
    assertThat(kept(in, "length:shortest,last")).isEqualTo("e");
    Path report = folder.resolve("report.json");
    Run.of("dedupe", in, "-q", "--dry-run", "--report", report, "--survivor", "length:shortest")
        .require(0);
    assertThat(report).content().contains("\"length:shortest\"");
  }

  @Test
  void columnsMayHaveColonsAndBeInsideOthers() throws IOException {
    Path in =
        write(
            "in.jsonl",
            row("a", ", \"dc:date\": \"2024\", \"meta\": {\"rank:max\": 2}")
                + row("b", ", \"dc:date\": \"2025\", \"meta\": {\"rank:max\": 1}"));
    assertThat(kept(in, "dc:date:max")).isEqualTo("b");
    assertThat(kept(in, "meta.rank:max:max,dc:date:min")).isEqualTo("a");
    Path csv = write("in.csv", "id,text,dc:date\na," + TEXT + ",1\nb," + TEXT + ",2\n");
    assertThat(Run.of("dedupe", csv, "-o", "-", "-q", "--survivor", "dc:date:max").require(0).out())
        .contains("\nb,")
        .doesNotContain("\na,");
  }

  /// Such as ids of posts, which `double` rounds to hundreds.
  @Test
  void numbersOfManyDigitsAreComparedExactly() throws IOException {
    Path in =
        write(
            "in.jsonl",
            row("a", ", \"n\": 1790000000000000001, \"share\": 0.12345678901234567891")
                + row("b", ", \"n\": 1790000000000000003, \"share\": 0.12345678901234567890")
                + row("c", ", \"n\": \"1790000000000000002\", \"share\": 1e400")
                + row("d", ", \"n\": 5, \"share\": \"1e-999999999999\""));
    assertThat(kept(in, "n:max")).isEqualTo("b");
    assertThat(kept(in, "n:min")).isEqualTo("d");
    assertThat(kept(in, "share:max")).isEqualTo("a");
    assertThat(kept(in, "share:min")).isEqualTo("d");
    Path negative =
        write(
            "negative.jsonl",
            row("a", ", \"n\": -1790000000000000001")
                + row("b", ", \"n\": -1790000000000000003")
                + row("c", ", \"n\": -1790000000000000002"));
    assertThat(kept(negative, "n:max")).isEqualTo("a");
    assertThat(kept(negative, "n:min")).isEqualTo("b");
    Path equal =
        write(
            "equal.jsonl", row("a", ", \"n\": 0.1") + row("b", ", \"n\": 0.10000000000000000000"));
    assertThat(kept(equal, "n:max")).isEqualTo("a");
    assertThat(kept(equal, "n:min")).isEqualTo("a");
  }

  @Test
  void columnsOfAllFormatsDecide() throws IOException {
    Path csv = write("in.csv", "id,n,text\na,2," + TEXT + "\nb,10," + TEXT + "\nc,," + TEXT + "\n");
    assertThat(Run.of("dedupe", csv, "-o", "-", "-q", "--survivor", "n:max").require(0).out())
        .isEqualTo("id,n,text\nb,10," + TEXT + "\n");
    assertThat(
            Run.of("groups", csv, "-q", "--survivor", "n:min", "--output-format", "csv")
                .require(0)
                .out())
        .contains("1,3,a,true,0", "1,3,b,false,0");
  }

  @Test
  void noneDropsAllMembersOfGroups() throws IOException {
    Path in = write("in.jsonl", row("a", "") + row("b", "") + record("c", "something else"));
    Path dropped = folder.resolve("dropped.jsonl");
    Run run =
        Run.of("dedupe", in, "-o", "-", "--survivor", "none", "--dropped", dropped).require(0);
    assertThat(run.out()).isEqualTo(record("c", "something else"));
    assertThat(run.err())
        .contains("3 records in 1 group of near-duplicates: 1 kept, 2 dropped")
        .doesNotContain("features that the kept record lacks");
    assertThat(Files.readAllLines(dropped))
        .hasSize(2)
        .allMatch(line -> line.contains("\"kept\": null"));
    assertThat(Run.of("groups", in, "-q", "--survivor", "none").require(0).out())
        .doesNotContain("\"kept\": true");
    Path old = write("old.jsonl", row("x", ""));
    Object[] against = {
      "dedupe",
      in,
      "-o",
      "-",
      "--survivor",
      "none",
      "--against",
      old,
      "--dropped",
      dropped,
      "--force"
    };
    assertThat(Run.of(against).require(0).err())
        .contains("features that the kept record lacks: none 2");
    assertThat(Files.readAllLines(dropped)).allMatch(line -> line.contains("\"kept\": \"x\""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          oldest | 2 | must be central, first, last, longest, none, or columns such as fetched:max
          price:oldest | 2 | was 'price:oldest'
          price:max, | 2 | --survivor: has an empty rule, or a comma too many; rules are central,
          '' | 2 | --survivor: has an empty rule
          shortest | 2 | was 'shortest'
          none,longest | 2 | none cannot be combined with another rule
          longest,central | 2 | central must be the first rule
          first,price:max | 2 | first must be the last rule, as it decides all ties
          price:max | 1 | no record has a value in column 'price', named by --survivor
          """)
  void rulesThatAreNotPossibleAreRefused(String rules, int exit, String message)
      throws IOException {
    Path in = write("in.jsonl", row("a", "") + row("b", ""));
    assertThat(Run.of("dedupe", in, "--dry-run", "--survivor", rules).require(exit).err())
        .contains(message);
  }

  /// The second record has the greater value.
  @ParameterizedTest
  @CsvSource({
    "1e-9, 1.5e-3",
    "9e2, 100e5",
    "2024-01-01T00:00:00+0200, 2024-01-01T00:00:00+0000",
    "2024-01-01T00:00:00Z, 2024-01-01 00:00:01",
    "2023-12-31, 2024-01-01T00:00:00.5Z",
    "2024-05-01 12:00:00+00, 2024-05-01 12:00:01+00",
    "2024-05-01 12:00 +0200, 2024-05-01 12:00 +01",
    "'2024-05-01T12:00:00,4', 2024-05-01T12:00:00.5",
    "2024-05, 2024-05-02",
    "odd, -1"
  })
  void valuesAreNumbersOrDates(String less, String greater) throws IOException {
    String line = "{\"id\": \"%s\", \"text\": \"" + TEXT + "\", \"p\": \"%s\"}\n";
    Path in = write("in.jsonl", line.formatted("a", less) + line.formatted("b", greater));
    assertThat(Run.of("dedupe", in, "-q", "-o", "-", "--survivor", "p:max").require(0).out())
        .startsWith("{\"id\": \"b\"");
  }

  @Test
  void spacesAroundCommasAndColonsDoNotCount() throws IOException {
    Path in =
        write("in.jsonl", row("a", ", \"n\": 1, \"m\": 1") + row("b", ", \"n\": 1, \"m\": 2"));
    assertThat(kept(in, " n : min , m: max")).isEqualTo("b");
  }

  @Test
  void columnsOfListsAndObjectsHaveNoSingleValues() throws IOException {
    Path in = write("in.jsonl", row("a", ", \"d\": [1]") + row("b", ", \"d\": {\"e\": 2}"));
    for (String rule : new String[] {"d:max", "d:longest"}) {
      assertThat(Run.of("dedupe", in, "--dry-run", "--survivor", rule).require(1).err())
          .contains(
              "column 'd', named by --survivor, has lists or objects; name a column of single"
                  + " values");
    }
    Path some = write("some.jsonl", row("a", ", \"d\": [9]") + row("b", ", \"d\": 1"));
    Run run = Run.of("dedupe", some, "--dry-run", "--null", "keep", "--survivor", "d:max");
    assertThat(run.require(0).err()).contains("1 values of column 'd' are neither numbers");
  }

  @Test
  void numbersAmongDatesAreCounted() throws IOException {
    Path in =
        write(
            "in.jsonl",
            row("a", ", \"t\": \"2024\", \"n\": 1, \"d\": \"2024-01\"")
                + row("b", ", \"t\": 2026, \"n\": 2, \"d\": \"2026-01\"")
                + row("c", ", \"t\": \"2025-05\", \"n\": 3, \"d\": \"\""));
    assertThat(Run.of("dedupe", in, "--dry-run", "--survivor", "t:max").require(0).err())
        .contains("column 't' mixes 1 dates and 2 numbers, such as years alone;");
    assertThat(Run.of("dedupe", in, "--dry-run", "--survivor", "n:max,d:min").require(0).err())
        .doesNotContain("mixes", "neither");
  }

  @Test
  void valuesThatAreNeitherNumbersNorDatesAreCounted() throws IOException {
    String line = "{\"id\": \"%s\", \"text\": \"" + TEXT + "\", \"p\": \"%s\"}\n";
    Path in = write("in.jsonl", line.formatted("a", "odd") + line.formatted("b", "2024-W05-1"));
    assertThat(Run.of("dedupe", in, "--dry-run", "--survivor", "p:max").require(1).err())
        .contains("no record has a number or a date in column 'p', named by --survivor");
    Path some = write("some.jsonl", line.formatted("a", "odd") + line.formatted("b", "7"));
    assertThat(Run.of("dedupe", some, "--dry-run", "--survivor", "p:max").require(0).err())
        .contains(
            "1 values of column 'p' are neither numbers nor dates; their records are the last");
  }

  /// Texts in a chain, of which each is near the next one alone: whichever are centres of stars,
  /// one is left.
  @Test
  void noneLeavesNoRecordWithANearDuplicate() throws IOException {
    List<String> words =
        List.of(PassageTexts.words(new SplittableRandom(6), 200, 50_000).split(" "));
    Path in = folder.resolve("chain.jsonl");
    Files.write(
        in,
        IntStream.range(0, 4)
            .mapToObj(i ->
                "{\"id\": \"%d\", \"text\": \"%s\"}"
                    .formatted(i, String.join(" ", words.subList(20 * i, 20 * i + 100))))
            .toList());
    assertThat(Run.of("pairs", in, "-q").require(0).out().lines()).hasSize(3);

    Run run = Run.of("dedupe", in, "-o", "-", "--survivor", "none").require(0);

    assertThat(run.out()).isEmpty();
    assertThat(run.err()).doesNotContain("warning");
    assertThat(
            Run.of("dedupe", in, "-q", "-o", "-", "--survivor", "none", "--by", "star")
                .require(0)
                .out()
                .lines())
        .hasSize(1);
  }
}
