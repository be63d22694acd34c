package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.ChildProcess;
import io.neardup.FreshService;
import io.neardup.NeardupApplication;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        Run.of("dedupe", old, fresh, "-o", clean, "--force", "--index", data, "--dropped", dropped)
            .require(0);
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
  void ofSeveralRecordsWithOneIdTheFirstThatIsKeptCounts() throws IOException {
    Path data = folder.resolve("data");
    Path old = write("old.jsonl", record("a", A));
    Run.of("dedupe", old, "-o", "-", "--index", data).require(0);
    Path in =
        write(
            "in.jsonl",
            record("a", "whatever it has now"),
            record("a", A),
            record("c", A + " more"), // is dropped, so its id is free
            record("c", B),
            record("c", "another text of this id"));
    Path dropped = folder.resolve("dropped.tsv");
    Run run = Run.of("dedupe", in, "-o", "-", "--index", data, "--dropped", dropped).require(0);
    assertThat(run.lines()).containsExactly(record("a", "whatever it has now"), record("c", B));
    assertThat(run.err()).contains("1 records stored before, 1 added, 3 dropped; the index has 2");
    assertThat(Files.readAllLines(dropped).stream().skip(1).map(line -> line.split("\t")[1]))
        .containsExactly("a", "a", "c");
  }

  /// 45,000 ids of 500 characters of two bytes do not fit in the memory of this process.
  @Test
  void idsThatAreDroppedAreNotKeptInMemory() throws Exception {
    Path in = folder.resolve("in.jsonl");
    try (BufferedWriter out = Files.newBufferedWriter(in)) {
      for (int i = 0; i < 45_000; i++) {
        out.write(record("%0500d".formatted(i).replace('0', 'й'), "one two three"));
        out.newLine();
      }
    }
    Process process =
        ChildProcess.builder(
                List.of("-Xmx40m"),
                NeardupApplication.class,
                List.of(
                    "dedupe",
                    in.toString(),
                    "-q",
                    "-o",
                    folder.resolve("out.jsonl").toString(),
                    "--threads",
                    "2",
                    "--index",
                    folder.resolve("data").toString()))
            .redirectErrorStream(true)
            .start();
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEmpty();
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readAllLines(folder.resolve("out.jsonl"))).hasSize(1);
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
