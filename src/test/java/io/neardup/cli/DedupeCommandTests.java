package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.SmallDisk;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.simhash.Fingerprint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DedupeCommandTests extends FilesTest {

  private static final Records RECORDS = Records.some(1_500, 1);

  /// Connected components over all pairs, compared one by one; the first of each is kept.
  private static List<Integer> keptByBruteForce(Records records, boolean verified) {
    Profile profile = Profiles.SIMHASH_256_V1;
    List<Content> texts = records.texts().stream().<Content>map(Content.Text::new).toList();
    List<Fingerprint> prints =
        texts.stream().map(text -> profile.sketch(text).fingerprint()).toList();
    int[] parents = new int[prints.size()];
    for (int i = 0; i < parents.length; i++) {
      parents[i] = i;
      for (int j = 0; j < i; j++) {
        int distance = prints.get(i).distance(prints.get(j));
        boolean isNear =
            verified && distance > 40 && distance <= 64
                ? WeightedJaccard.of(profile.vector(texts.get(i)), profile.vector(texts.get(j)))
                    >= 0.54
                : distance <= 54;
        if (isNear) {
          int one = root(parents, i);
          int other = root(parents, j);
          parents[Math.max(one, other)] = Math.min(one, other);
        }
      }
    }
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < parents.length; i++) {
      if (root(parents, i) == i) {
        kept.add(i);
      }
    }
    return kept;
  }

  private static int root(int[] parents, int at) {
    int root = at;
    while (parents[root] != root) {
      root = parents[root];
    }
    return root;
  }

  private static List<String> lines(Path file) throws IOException {
    return Files.readAllLines(file);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepsTheFirstOfEachGroupAsBruteForceDoes(boolean verified) throws IOException {
    Path in = write("in.jsonl", RECORDS.json());
    Path out = folder.resolve("clean.jsonl");
    Path dropped = folder.resolve("dropped.csv");
    String command = "dedupe --recall 1 --by components" + (verified ? "" : " --no-verify");
    Run run = Run.line(command, in, "-o", out, "--dropped", dropped).require(0);
    List<Integer> kept = keptByBruteForce(RECORDS, verified);
    assertThat(kept).hasSizeBetween(900, 1_300);
    assertThat(lines(out)).isEqualTo(kept.stream().map(RECORDS::json).toList());
    assertThat(lines(dropped)).hasSize(1 + 1_500 - kept.size());
    assertThat(lines(dropped).getFirst())
        .isEqualTo("id,kept,distance,kind,similarity,unique,file,line");
    assertThat(run.err())
        .contains("text is read from column 'text'", "ids are read from column 'id'");
  }

  @ParameterizedTest
  @CsvSource({"false, 54", "true, 64"})
  void everyDroppedRecordIsNearTheKeptOneUnlessChainsAreRequested(boolean verified, int reach)
      throws IOException {
    Path in = write("in.jsonl", RECORDS.json());
    List<String> outputs = new ArrayList<>();
    for (String options : List.of("", "--by star --survivor central", "--by components")) {
      Path out = folder.resolve("clean" + outputs.size() + ".jsonl");
      Path dropped = folder.resolve("dropped" + outputs.size() + ".tsv");
      String command = "dedupe " + options + (verified ? "" : " --no-verify");
      Run run = Run.line(command, in, "-o", out, "--dropped", dropped).require(0);
      long beyond =
          lines(dropped).stream()
              .skip(1)
              .filter(line -> Integer.parseInt(line.split("\t")[2]) > reach)
              .count();
      if (options.endsWith("components")) {
        assertThat(beyond).isPositive();
        assertThat(run.err())
            .containsPattern(
                "warning: \\d+ of them (is no near-duplicate|are no near-duplicates) of");
      } else {
        assertThat(beyond).isZero();
        assertThat(run.err()).doesNotContain("warning");
      }
      outputs.add(Files.readString(out));
    }
    assertThat(outputs.get(0)).isEqualTo(outputs.get(1)).isNotEqualTo(outputs.get(2));
    assertThat(
            Run.of("groups", in, "--by", "components", "--report", folder.resolve("r.json"))
                .require(0)
                .err())
        .contains("warning: ");
    assertThat(folder.resolve("r.json")).content().containsPattern("\"beyond\" : [1-9]");
  }

  @Test
  void givesTheSameBytesOnAnyNumberOfThreads() throws IOException {
    Path in = write("in.jsonl", Records.some(6_000, 2).json());
    List<String> outputs = List.of("clean.jsonl", "dropped.jsonl", "report.json", "report.html");
    for (int threads : new int[] {1, 4}) {
      for (String by : List.of("components", "star")) {
        Path to = Files.createDirectory(folder.resolve(by + threads));
        String command = "dedupe --threads %d --by %s --report ".formatted(threads, by);
        Object[] lists = {
          "-o", to.resolve("clean.jsonl"), "--dropped", to.resolve("dropped.jsonl")
        };
        command += to.resolve("report.json") + " --report " + to.resolve("report.html");
        Run.line(command + " " + in, lists).require(0);
      }
    }
    for (String by : List.of("components", "star")) {
      for (String output : outputs) {
        assertThat(content(folder.resolve(by + "4").resolve(output)))
            .isEqualTo(content(folder.resolve(by + "1").resolve(output)));
      }
    }
    assertThat(folder.resolve("star1").resolve("report.json"))
        .content()
        .contains("\"largestGroups\"", "\"distances\"", "\"records\" : 6000")
        .containsPattern("\"kept\" : [1-9]")
        .containsPattern("\"dropped\" : [1-9]")
        .containsPattern("\"candidates\" : [1-9]")
        .containsPattern("\"seconds\" : [0-9]")
        .contains("\"version\" : \"");
    assertThat(folder.resolve("star1").resolve("report.html"))
        .content()
        .contains("<h2>Largest")
        .contains("<td>record of each group to keep (--survivor)</td><td>central</td>")
        .contains("near another record, but kept (--max-unique, --variants)", "<td>seconds</td>")
        .doesNotContain("nearAndKept", "candidatesWithin", "withoutText");
  }

  /// A file without the time that the command took.
  private static String content(Path file) throws IOException {
    return Files.readString(file).replaceAll("seconds(\" : |</td><td>)[0-9.]+", "");
  }

  @Test
  void copiesRecordsByteForByte() throws IOException {
    String first =
        "{ \"text\" :\"one two three four five six seven eight\", \"x\":{\"text\":1.50}}\r";
    Path in = write("in.jsonl", "\uFEFF" + first + "\n\n" + first + "\n{\"text\": \"\\u00e4\"}");
    Path out = folder.resolve("out.jsonl");
    Run.of("dedupe", in, "-o", out).require(0);
    assertThat(out).hasContent(first + "\n{\"text\": \"\\u00e4\"}\n");
  }

  @ParameterizedTest
  @CsvSource({"longest,b", "last,c", "first,a"})
  void keepsTheRequestedRecord(String rule, String kept) throws IOException {
    String text = RECORDS.texts().getFirst();
    Path in =
        write("in.tsv", "id\ttext\na\t" + text + "\nb\t" + text + " and more\nc\t" + text + "\n");
    Run run = Run.of("dedupe", in, "-o", "-", "--survivor", rule).require(0);
    assertThat(run.lines()).hasSize(2).last().asString().startsWith(kept + "\t");
  }

  @Test
  void readsCsvWithFieldsOfSeveralLines() throws IOException {
    String text = RECORDS.texts().getFirst().replaceFirst(" ", "\n");
    String header = "url,body,n";
    String one = "u1,\"" + text + ", \"\"x\"\"\",1";
    String other = "u2,\"" + text + ", \"\"y\"\"\",2";
    Path a = write("a.csv", header + "\r\n" + one + "\r\n");
    Path b = write("b.csv", header + "\n" + other + "\nu3,something else entirely,3\n");
    Path dropped = folder.resolve("dropped.jsonl");
    Run run = Run.of("dedupe", a, b, "-o", "-", "--dropped", dropped).require(0);
    assertThat(run.out()).isEqualTo(header + "\r\n" + one + "\r\nu3,something else entirely,3\n");
    assertThat(run.err()).contains("'body'", "'url'");
    assertThat(dropped)
        .content()
        .startsWith("{\"id\": \"u2\", \"kept\": \"u1\", \"distance\": ")
        .endsWith("b.csv\", \"line\": 2}\n");
  }

  @Test
  void readsPatternsInTheOrderOfNames() throws IOException {
    write("b.jsonl", RECORDS.json(1) + "\n");
    write("a.jsonl", RECORDS.json(0) + "\n");
    write("c.txt", "other\n");
    assertThat(Run.of("dedupe", folder + "/*.jsonl", "-o", "-", "--max-distance", 0).out())
        .isEqualTo(RECORDS.json(0) + "\n" + RECORDS.json(1) + "\n");
    assertThat(Run.of("dedupe", folder + "/*.csv", "-o", "-").require(1).err())
        .contains("no file has a name of this pattern");
    assertThat(Run.of("dedupe", folder, "-o", "-").require(1).err()).contains("is a directory");
    assertThat(Run.of("dedupe", folder + "/x", "-o", "-").require(1).err())
        .contains("x: does not exist");
    Path a = folder.resolve("a.jsonl");
    assertThat(Run.of("dedupe", a, a, "-o", "-").require(1).err()).contains("is named twice");
    assertThat(Run.of("dedupe", a, folder.resolve("c.txt"), "-o", "-").require(1).err())
        .contains("must have one format");
  }

  @Test
  void patternsFollowLinksAndReadEachFileOnce() throws IOException {
    Path top = Files.createDirectories(folder.resolve("top"));
    Path other = Files.createDirectories(folder.resolve("other"));
    Files.writeString(top.resolve("b.jsonl"), RECORDS.json(1) + "\n");
    Files.writeString(other.resolve("a.jsonl"), RECORDS.json(0) + "\n");
    for (String link : List.of("first", "latest")) {
      Files.createSymbolicLink(top.resolve(link), Path.of("../other"));
    }
    Files.createSymbolicLink(top.resolve("loop"), Path.of("../top"));
    for (String pattern : List.of("/top/**.jsonl", "/{other,top}/*.jsonl")) {
      assertThat(fingerprinted(pattern)).as(pattern).containsExactlyInAnyOrder("d0", "d1");
    }
    assertThat(fingerprinted("/top/latest/*.jsonl")).containsExactly("d0");
    Files.createSymbolicLink(top.resolve("c.jsonl"), Path.of("gone"));
    assertThat(Run.of("fingerprint", folder + "/top/*.jsonl").require(1).err())
        .contains("c.jsonl: is a link to a file that does not exist");
  }

  private List<String> fingerprinted(String pattern) {
    return Run.of("fingerprint", "-q", folder + pattern).require(0).lines().stream()
        .map(line -> line.replaceFirst("\\{\"id\": \"(.*?)\".*", "$1"))
        .toList();
  }

  @Test
  void reportsRecordsThatCannotBeReadWithTheirPlace() throws IOException {
    byte[] bad =
        (RECORDS.json(0)
                + "\n{\"text\": \"x\", \"id\": }\n{\"id\": \"b\"}\n{\"text\": \"ab?\"}\n"
                + RECORDS.json(1)
                + "\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < bad.length; i++) {
      bad[i] = bad[i] == '?' ? (byte) 0xFF : bad[i];
    }
    Path in = Files.write(folder.resolve("in.jsonl"), bad);
    Path out = folder.resolve("out.jsonl");
    Run stopped = Run.of("dedupe", in, "-o", out).require(1);
    assertThat(stopped.err()).contains(in + ":2:21: is not JSON");
    assertThat(out).doesNotExist();
    assertThat(Run.unfinished(folder)).isEmpty();
    Run skipped =
        Run.of("dedupe", in, "-o", out, "--on-error", "skip", "--max-distance", 0).require(3);
    assertThat(out).hasContent(RECORDS.json(0) + "\n" + RECORDS.json(1) + "\n");
    assertThat(skipped.err())
        .contains(
            "skipped " + in + ":2:21: is not JSON",
            "skipped " + in + ":3: has no field 'text'",
            "skipped " + in + ":4:13: is not UTF-8: byte 0xff; name the encoding of the file by");
    assertThat(Run.of("dedupe", in, "-q", "--dry-run", "--on-error", "skip").require(3).err())
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\n  \"text\": \"a b\"\n}\n{\n  \"text\": \"c d\"\n}\n", "{\"text\":\"a"})
  void objectsOnSeveralLinesAreRefusedWithARemedy(String records) throws IOException {
    Path in = write("pretty.json", records);
    assertThat(Run.of("dedupe", in, "--dry-run").require(1).err())
        .contains(in + ":1:", "is not JSON", "write each object on one line, as jq -c does");
  }

  @Test
  void rejectsDeepJson() throws IOException {
    Path in = write("in.jsonl", "{\"text\": \"a\"}\n{\"x\": " + "[".repeat(100_000) + "\n");
    assertThat(Run.of("dedupe", in, "-o", "-", "--on-error", "skip").require(3).err())
        .contains(":2:", "is not JSON: it is nested more than 500 levels deep");
  }

  @Test
  void leavesNoOutputAfterDamagedInput() throws IOException {
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(gzip)) {
      out.write(RECORDS.json().getBytes(StandardCharsets.UTF_8));
    }
    byte[] half = Arrays.copyOf(gzip.toByteArray(), gzip.size() / 2);
    Path in = Files.write(folder.resolve("in.jsonl.gz"), half);
    Path out = write("out.jsonl", "before");
    assertThat(Run.of("dedupe", in, "-o", out, "--force", "--on-error", "skip").require(1).err())
        .contains(in + ": ends too early");
    assertThat(out).hasContent("before");
    assertThat(Run.unfinished(folder)).isEmpty();
  }

  @Test
  void leavesNoOutputOnFullDisk() throws IOException {
    Path in = write("in.txt", RECORDS.lines());
    try (SmallDisk disk = SmallDisk.mount(Files.createDirectory(folder.resolve("disk")))) {
      disk.fill();
      Path rest = disk.path().resolve("rest");
      try (OutputStream fill = Files.newOutputStream(rest)) {
        fill.write(new byte[40 << 20]);
      } catch (IOException _) {
        assertThat(rest).exists(); // the disk is full now
      }
      Path out = disk.path().resolve("out.txt");
      assertThat(Run.of("dedupe", in, "-o", out).require(1).err()).contains("No space left");
      assertThat(out).doesNotExist();
      assertThat(Run.unfinished(disk.path())).isEmpty();
    }
  }

  @Test
  void dryRunWritesNoCleanFile() throws IOException {
    Path in = write("in.txt", "one two three\none two three\nfour\n");
    Path out = folder.resolve("out.txt");
    Path dropped = folder.resolve("dropped.csv");
    Run run = Run.of("dedupe", in, "--dry-run", "-o", out, "--dropped", dropped).require(0);
    assertThat(run.err())
        .contains("3 records in 1 group of near-duplicates: 2 would be kept, 1 would");
    assertThat(out).doesNotExist();
    assertThat(lines(dropped))
        .containsExactly(
            "id,kept,distance,kind,similarity,unique,file,line",
            "%1$s:2,%1$s:1,0,copy,1,0,%1$s,2".formatted(in));
  }

  @Test
  void messagesAreObjectsForPipelines() throws IOException {
    Path in = write("in.jsonl", "{\"text\":\"one two three\"}\n");
    Run good = Run.of("dedupe", in, "-o", folder.resolve("out.jsonl"), "--progress", "json");
    assertThat(good.require(0).err().lines())
        .isNotEmpty()
        .allMatch(
            line -> line.startsWith("{\"event\":\"note\",\"message\":\"") && line.endsWith("}"));
    Run bad = Run.of("dedupe", folder.resolve("none.jsonl"), "-o", "-", "--progress", "json", "-q");
    assertThat(bad.require(1).err().lines())
        .singleElement()
        .asString()
        .startsWith("{\"event\":\"error\",\"message\":\"")
        .contains("none.jsonl");
  }

  @Test
  void skippedRecordsAreListed() throws IOException {
    Path in = write("in.jsonl", "{\"text\":\"one\"}\n{\"text\": bad}\n{\"text\":\"two\"}\n{\n");
    Path rejects = folder.resolve("rejects.csv");
    Path out = folder.resolve("out.jsonl");
    Run.of("dedupe", in, "-o", out, "--on-error", "skip", "--rejects", rejects).require(3);
    assertThat(Files.readAllLines(rejects))
        .hasSize(3)
        .startsWith("file,line,column,reason")
        .anyMatch(line -> line.startsWith(in + ",2,10,"))
        .anyMatch(line -> line.startsWith(in + ",4,"));
    assertThat(
            Run.line("dedupe --dry-run --on-error skip --progress json", in)
                .require(3)
                .err()
                .lines())
        .filteredOn(line -> line.contains("skipped " + in))
        .hasSize(2)
        .allMatch(line -> line.startsWith("{\"event\":\"warning\",\"message\":\"skipped "));
    Run stopping = Run.of("dedupe", in, "-o", "-", "--rejects", folder.resolve("other.csv"));
    assertThat(stopping.require(2).err()).contains("--rejects goes with --on-error skip");
    assertThat(folder.resolve("other.csv")).doesNotExist();
  }
}
