package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.FreshService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexedDedupeTests {

  private static final String A = Records.some(1, 1).texts().getFirst();
  private static final String B = Records.some(1, 2).texts().getFirst();

  @TempDir private Path folder;

  private Path write(String name, String... records) throws IOException {
    return Files.write(folder.resolve(name), List.of(records));
  }

  private static String record(String id, String text) {
    return "{\"id\": \"" + id + "\", \"text\": \"" + text + "\"}";
  }

  @Test
  void dropsNearDuplicatesOfEarlierRunsAndServesTheRest() throws IOException {
    Path data = folder.resolve("data");
    Path old = write("old.jsonl", record("a", A), record("a2", A + " more"));
    Path clean = folder.resolve("clean.jsonl");
    Path dropped = folder.resolve("dropped.csv");
    Run first = Run.of("dedupe", old, "-o", clean, "--index", data).require(0);
    assertThat(first.err())
        .contains("0 records stored before, 1 added, 1 dropped; the index has 1");
    Path fresh = write("new.jsonl", record("a3", "other " + A), record("b", B), record("b", "x"));
    Run second =
        Run.of("dedupe", old, fresh, "-o", clean, "--index", data, "--dropped", dropped).require(0);
    assertThat(second.err())
        .contains("1 records stored before, 1 added, 3 dropped; the index has 2");
    assertThat(Files.readAllLines(clean)).containsExactly(record("a", A), record("b", B));
    assertThat(
            Files.readAllLines(dropped).stream()
                .map(line -> line.split(",")[0] + line.split(",")[1]))
        .containsExactly("idkept", "a2a", "a3a", "bb");
    try (FreshService service = FreshService.startIn(data)) {
      service.http().get("/documents/a").require(200);
      service.http().get("/documents/b").require(200);
      service.http().get("/documents/a3").require(404);
    }
  }

  @Test
  void repeatedRunGivesTheSameOutput() throws IOException {
    Path in = Files.writeString(folder.resolve("in.jsonl"), Records.some(400, 5).json());
    Path one = folder.resolve("one.jsonl");
    Path other = folder.resolve("other.jsonl");
    Run.of("dedupe", in, "-o", one, "--index", folder.resolve("data"), "--recall", 1).require(0);
    Run again =
        Run.of("dedupe", in, "-o", other, "--index", folder.resolve("data"), "--recall", 1)
            .require(0);
    assertThat(other).hasSameBinaryContentAs(one);
    assertThat(again.err()).contains(", 0 added,");
    assertThat(Files.readAllLines(one)).hasSizeBetween(200, 330);
  }

  @Test
  void refusesOtherProfilesAndRecordsWithoutIds() throws IOException {
    Path in = write("in.jsonl", record("a", A));
    Path data = folder.resolve("data");
    Run.of("dedupe", in, "-o", "-", "--index", data).require(0);
    assertThat(
            Run.of("dedupe", in, "-o", "-", "--index", data, "--profile", "paper-v1")
                .require(1)
                .err())
        .contains("has fingerprints of profile simhash-256-v1");
    Path without = write("b.jsonl", "{\"text\": \"" + B + "\"}");
    assertThat(Run.of("dedupe", without, "-o", "-", "--index", data).require(1).err())
        .contains("b.jsonl:1: has no id, which --index needs");
  }
}
