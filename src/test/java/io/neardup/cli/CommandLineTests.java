package io.neardup.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTests extends FilesTest {

  @Test
  void startsTheServerWithoutCommand() {
    assertThat(NeardupCommand.startsServer()).isTrue();
    assertThat(NeardupCommand.startsServer("--server.port=9090")).isTrue();
    assertThat(NeardupCommand.startsServer("serve", "--server.port=9090")).isTrue();
    assertThat(NeardupCommand.startsServer("serve", "--help")).isFalse();
    assertThat(NeardupCommand.startsServer("--help")).isFalse();
    assertThat(NeardupCommand.startsServer("--version")).isFalse();
    assertThat(NeardupCommand.startsServer("dedupe", "--help")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"dedupe", "pairs", "groups", "fingerprint", "compare", "passages"})
  void helpOfEachCommandHasExamples(String command) {
    assertThat(Run.of(command, "--help").require(0).out())
        .contains("Usage: neardup " + command, "Example", "neardup " + command);
  }

  @Test
  void helpDocumentsExitCodes() {
    assertThat(Run.of("--help").require(0).out())
        .contains("Exit codes", "0   done", "2   the arguments are not valid", "serve");
    assertThat(Run.of("serve", "--help").require(0).out()).contains("--server.port=9090");
    assertThat(Run.of("--version").require(0).out()).startsWith("neardup ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dedupe IN | missing: -o FILE",
        "dedupe | Missing required parameter: 'FILE'",
        "dedupe IN -o - --profile x | --profile must be one of simhash-256-v1",
        "dedupe IN -o - --max-distance 257 | --max-distance must be 0 to 256 bits",
        "dedupe IN -o - --recall 0 | --recall must be above 0",
        "dedupe IN -o - --by components --survivor central | only with --by star",
        "dedupe IN -o - --index x | start a server and send them to POST /documents",
        "pairs IN --delimiter ab | --delimiter must be tab or one ASCII character",
        "pairs IN --encoding none | option '--encoding': must be an encoding such as windows-1252,"
            + " was 'none'",
        "pairs IN --encoding a/b | option '--encoding': must be an encoding such as windows-1252,"
            + " was 'a/b'",
        "dedupe IN --max-distance x | option '--max-distance': must be a whole number from 0 to"
            + " 2147483647, was 'x'",
        "compare IN IN --max-distance 1.5 | must be a whole number from 0 to 2147483647, was '1.5'",
        "pairs IN --max-pairs 99999999999 | must be a whole number from 0 to 2147483647, was '99",
        "pairs IN --threads ٣ | must be a whole number from 0 to 2147483647, was '٣'",
        "evaluate --pairs IN --collection-size 1e3 | must be a whole number, was '1e3'",
        "evaluate --pairs IN --seed 0x1 | must be a whole number, was '0x1'",
        "evaluate --pairs IN --edit-rate 0.1d | must be a number such as 0.5, was '0.1d'",
        "pairs IN --min-similarity 0x1p-1 | must be a number such as 0.5, was '0x1p-1'",
        "passages IN --min-share 0.5f | must be a number such as 0.5, was '0.5f'",
        "pairs IN --recall NaN | must be a number such as 0.5, was 'NaN'",
        "pairs IN --threads 0 | --threads must be 1 to 1024",
        "pairs IN --output-format parquet | results are written as jsonl, csv or tsv",
        "dedupe IN --null ignore | expected one of [refuse, keep, drop] (case-insensitive) but was",
        "dedupe IN --input-format a | expected one of [jsonl, csv, tsv, lines, parquet, warc] (",
        "deduplicate IN | Unmatched argument",
        "compare - - | only one of A and B"
      })
  void reportsUsage(String command, String message) throws IOException {
    Path in = write("in.txt", "a\n");
    Object[] arguments = command.strip().replace("IN", in.toString()).split(" ");
    assertThat(Run.of(arguments).require(2).err()).contains(message.strip());
  }

  @Test
  void aWrongOptionIsNamedWithAReferenceToTheHelp() {
    assertThat(Run.of("dedupe", "in.jsonl", "--outptu", "x").require(2).err())
        .isEqualTo(
            """
            neardup: Unknown option: '--outptu'
            Possible solutions: --output
            See neardup dedupe --help
            """);
  }

  @Test
  void customProfilesOfAFileCanBeNamed() throws IOException {
    Path in = write("in.txt", "one two 3\none two 4\n");
    Path file =
        Files.writeString(
            folder.resolve("profiles.yml"),
            """
            messages-v1:
              fold: [numbers]
              bits: 128
            """);
    assertThat(
            Run.of("groups", in, "--profiles", file, "--profile", "messages-v1").require(0).lines())
        .hasSize(2);
    assertThat(Run.of("groups", in, "--profiles", file, "--profile", "messages").require(2).err())
        .contains("--profile must be one of simhash-256-v1", "messages-v1, was 'messages'");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'a-v1: {shingels: 2}' | a-v1: there is no 'shingels'",
        "'paper-v1: {bits: 64}' | there is a built-in profile 'paper-v1'",
        "a: [ | while parsing"
      })
  void profilesThatAreNotValidAreReported(String line, String message) throws IOException {
    Path file = write("profiles.yml", line.strip() + "\n");
    Path in = write("in.txt", "a\n");
    assertThat(Run.of("groups", in, "--profiles", file).require(1).err())
        .startsWith("neardup: " + file + ": ")
        .contains(message.strip());
  }

  @Test
  void missingProfilesFileIsReported() {
    Path file = folder.resolve("none.yml");
    assertThat(Run.of("groups", "in.txt", "--profiles", file).require(1).err())
        .contains(file.toString());
  }
}
