package io.neardup.cli;

import io.neardup.cli.corpus.FaultReader;
import io.neardup.cli.corpus.Reference;
import io.neardup.cli.corpus.Skipping;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordFormat;
import io.neardup.cli.files.TableWriter;
import io.neardup.options.PairOptions;
import io.neardup.options.PassageOptions;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinPool;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// A command that reads records and computes their fingerprints.
abstract class CorpusCommand implements Callable<Integer> {

  /// The exit code if records were skipped.
  static final int SKIPPED = 3;

  private static final List<String> REJECTED_COLUMNS = List.of("file", "line", "column", "reason");

  final Console console;

  @Mixin InputOptions input = new InputOptions();
  @Mixin RunOptions run = new RunOptions();

  @Option(names = "--force", description = "replace outputs that exist; an input is never replaced")
  boolean force;

  @Spec CommandSpec spec = CommandSpec.create(); // replaced by the specification of the command

  /// The records of the reference, once the files have been read.
  final Reference reference = new Reference();

  private final List<OutputFile> outputs = new ArrayList<>();

  /// What is reported, and printed when the outputs are complete.
  final Facts facts = new Facts();

  private @Nullable Skipping skipping; // once the command runs
  private final long start = System.nanoTime();

  CorpusCommand(Console console) {
    this.console = console;
  }

  /// The names of the files of the reference.
  List<String> references() {
    return List.of();
  }

  /// The fault of a list of references that took the input as well.
  final ParameterException withoutInput() {
    String last = references().getLast();
    return new ParameterException(
        spec.commandLine(),
        "no FILE to read: --against takes all names up to the next option, here also '"
            + last
            + "'; name the input first, as in "
            + spec.qualifiedName()
            + " "
            + last
            + " --against FILE, or after --, behind all options");
  }

  /// The names of the outputs.
  abstract List<String> outputs();

  /// Runs the command.
  abstract void run(Profile profile, ForkJoinPool pool) throws IOException;

  @Override
  public final Integer call() throws IOException {
    Profile profile = run.profile(spec);
    List<String> written =
        Stream.concat(outputs().stream(), Stream.ofNullable(input.rejects)).toList();
    OutputFile.require(written, InputFiles.paths(inputs()), force);
    ForkJoinPool pool = new ForkJoinPool(run.threads);
    try {
      runWithRejects(profile, pool);
      OutputFile.commit(outputs);
      putRun();
      if (withoutText() > 0) {
        facts.say(
            "{withoutText:record} {withoutText:has|have} no text and {withoutText:was|were}"
                + " dropped");
      }
      if (skipping().notCompared() > 0) {
        facts.say("{notCompared:record} {notCompared:was|were} kept and not compared");
      }
      facts.sentences().forEach(this::note);
      ended(true);
      return skipping().skipped() > 0 ? SKIPPED : ExitCode.OK;
    } finally {
      pool.shutdownNow();
      outputs.forEach(OutputFile::close);
      ended(false);
    }
  }

  /// Adds what every command has to report.
  final Facts putRun() {
    return facts
        .put("version", NeardupCommand.Version.ofBuild())
        .put("seconds", rounded(seconds()))
        .put("withoutText", withoutText())
        .put("notCompared", skipping().notCompared());
  }

  /// The number of records of the input that were dropped, as they have no text.
  final long withoutText() {
    return skipping().dropped() - reference.withoutText();
  }

  private static double rounded(double seconds) {
    return Math.round(seconds * 10) / 10.0;
  }

  private void runWithRejects(Profile profile, ForkJoinPool pool) throws IOException {
    boolean stops = input.onError == InputOptions.OnError.stop;
    require(
        input.rejects == null || !stops,
        "--rejects goes with --on-error skip, which leaves records out");
    try (TableWriter rejects =
        input.rejects == null ? null : table(input.rejects, null, REJECTED_COLUMNS)) {
      FaultReader listed =
          (file, line, fault) -> {
            if (rejects != null) {
              rejects.row(file, line, fault.column(), fault.getMessage());
            }
          };
      skipping = new Skipping(stops, input.nulls, this::warn, listed);
      run(profile, pool);
    }
  }

  /// Called when the outputs are complete, and in any case at the end.
  void ended(boolean complete) {}

  /// An output of this command, which appears when the command has succeeded.
  OutputFile output(String name) {
    OutputFile output = OutputFile.create(name, console.out(), force);
    outputs.add(output);
    return output;
  }

  /// An output of rows with fixed columns.
  ///
  /// @param format null for the format of its extension, or JSON lines
  /// @throws ParameterException if its format cannot be written
  final TableWriter table(String name, @Nullable RecordFormat format, List<String> columns)
      throws IOException {
    OutputFile file = output(name);
    RecordFormat chosen =
        format != null
            ? format
            : RecordFormat.ofOutput(name, "", ".jsonl, .json (an array), .csv or .tsv")
                .orElse(RecordFormat.JSONL);
    require(
        chosen == RecordFormat.JSONL || chosen.hasHeader(),
        name + ": results are written as jsonl, csv or tsv, not as " + chosen);
    return new TableWriter(chosen, columns, format == null ? file.open(chosen) : file.open());
  }

  private double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  /// Says that records are too short for a passage, if there are some.
  ///
  /// @param records all of the reference, or of the input without one
  final void sayTooShort(int tooShort, int records, int minWords) {
    if (tooShort > 0) {
      facts.say(PassageOptions.tooShort(tooShort, records, minWords, reference.size() > 0));
    }
  }

  /// Checks options.
  ///
  /// @throws ParameterException with the fault unless the condition is true
  final void require(boolean condition, String fault) {
    PairOptions.require(spec, condition, fault);
  }

  /// Prints a note, unless this is quiet.
  final void note(String sentence) {
    run.messages(console).note(sentence);
  }

  /// As [#note(String)], with values in a format.
  @SuppressWarnings("AnnotateFormatMethod")
  final void note(String format, Object... values) {
    note(String.format(Locale.ROOT, format, values));
  }

  /// All files that are read, which no output may replace.
  List<String> inputs() {
    return Stream.of(
            input.files.stream(), references().stream(), Stream.ofNullable(run.profiles.file()))
        .flatMap(names -> names)
        .toList();
  }

  /// Prints a warning, unless this is quiet.
  void warn(String warning) {
    run.messages(console).warning(warning);
  }

  /// How records that cannot be read are treated.
  final Skipping skipping() {
    return Objects.requireNonNull(skipping);
  }

  /// The names that no column may have, each with the name that `--columns` has for it.
  Map<String, String> absent() {
    return Map.of();
  }

  /// Opens the input files, and reports what is unusual about them.
  ///
  /// @param repeatable whether they are read more than once
  final CorpusReader open(boolean repeatable, Profile profile, ForkJoinPool pool) {
    return new CorpusReader(
        this, files(input.files, references(), repeatable), profile, pool, reference);
  }

  /// Finds files of the same format as the input files.
  final InputFiles files(List<String> names, List<String> references, boolean repeatable) {
    InputFiles files =
        InputFiles.of(names, references, console.in(), input.layout(spec), repeatable, this::warn);
    Set<String> reported = new HashSet<>();
    for (InputFile file : files.all()) {
      String unusual = file.layout().unusual();
      if (!unusual.isEmpty() && reported.add(unusual)) {
        note(file.name() + " is read " + unusual);
      }
    }
    return files;
  }

  /// The progress of a step.
  final ProgressLine progress(String step, DoubleSupplier share) {
    return new ProgressLine(
        run.messages(console),
        () -> step + space(),
        share,
        seconds -> facts.took(step, rounded(seconds)));
  }

  /// Does a step of which it is not known how long it takes.
  final <T> T step(String step, Supplier<T> work) {
    try (ProgressLine _ = progress(step, () -> -1)) {
      return work.get();
    }
  }

  /// What a step takes until now, in words.
  String space() {
    return "";
  }
}
