package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Which records are kept, and how they are named.
class SurvivorsTests {

  private static final String TEXT = "one two three four five six seven eight";

  @TempDir private Path folder;

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

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
}
