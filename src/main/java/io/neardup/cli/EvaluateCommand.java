package io.neardup.cli;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.CalibrationProgress;
import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.DocumentCalibration;
import io.neardup.calibrate.LabelCalibration;
import io.neardup.calibrate.Reservoir;
import io.neardup.cli.corpus.FilePass;
import io.neardup.cli.corpus.LabelledPairs;
import io.neardup.cli.corpus.ParsedBatch;
import io.neardup.cli.corpus.Skipping;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordSource;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Recommends a distance.
@Command(
    name = "evaluate",
    description = {
      "Measures precision and recall at every distance, and recommends one for each profile.",
      "",
      "By default the records are documents without labels: a sample of them is compared with"
          + " itself and with edited copies. With --pairs they are labelled pairs with the columns"
          + " a, b and duplicate (true or false). What matches by chance is measured on their"
          + " texts, or better on --documents, which also show how many near-duplicates a document"
          + " has."
    },
    footer = {
      "",
      "Examples:",
      "  neardup evaluate posts.jsonl -o report.html",
      "  neardup evaluate labels.csv --pairs --documents posts.jsonl -o report.json"
    })
final class EvaluateCommand extends CorpusCommand {

  @Option(names = "--pairs", description = "the records are labelled pairs: a, b, duplicate")
  boolean pairs;

  @Option(
      names = "--documents",
      paramLabel = "FILE",
      description =
          "with --pairs: files of the documents to be searched, or of a random sample of them; may"
              + " be repeated. By default the texts of the pairs are taken for such a sample")
  List<String> documents = new ArrayList<>();

  @Option(
      names = "--others",
      paramLabel = "NAMES",
      split = ",",
      description = "further profiles to measure, separated by commas")
  List<String> others = new ArrayList<>();

  @Option(
      names = "--collection-size",
      paramLabel = "N",
      description =
          "number of documents for which false matches are estimated; by default the documents of"
              + " the input, or the distinct texts of the pairs")
  @Nullable Long collectionSize;

  @Option(
      names = "--edit-rate",
      paramLabel = "SHARE",
      description =
          "share of words up to which an edited text is a near-duplicate, 0.01 to 0.5; by default"
              + " 0.2. With --pairs for texts without a label")
  double editRate = CalibrationOptions.DEFAULTS.editRate();

  @Option(
      names = "--duplicates",
      paramLabel = "N",
      description =
          "near-duplicates of a document on average, which precision depends on; by default"
              + " estimated from the sample, or 0.1 if it has fewer than 10 or with --pairs alone")
  @Nullable Double duplicatesPerDocument;

  @Option(names = "--seed", paramLabel = "N", description = "of the sample and the edits")
  long seed = CalibrationOptions.DEFAULTS.seed();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "the result, .json or .html with charts; - (default) for JSON to the output")
  String output = "-";

  EvaluateCommand(Console console) {
    super(console);
  }

  @Override
  List<String> outputs() {
    return List.of(output);
  }

  @Override
  void run(Profile profile, ForkJoinPool pool) throws IOException {
    List<Profile> profiles = profiles(profile);
    CalibrationOptions options = options();
    OutputFile report = output(Report.named(output));
    try (CorpusReader records = open(pairs, profile, pool)) {
      Reservoir<String> sample = sample(records);
      CalibrationResult result = measure(records.files(), sample, profiles, options, skipping());
      new CalibrationReport(result).write(report);
      result
          .profiles()
          .forEach(each ->
              facts.say(
                  each.profile()
                      + ": "
                      + each.distance()
                      + " of "
                      + each.bits()
                      + " bits. "
                      + each.reason()));
    } catch (IllegalArgumentException e) {
      throw new FileFailure("the input " + e.getMessage(), e);
    }
  }

  @Override
  List<String> inputs() {
    return Stream.concat(super.inputs().stream(), documents.stream()).toList();
  }

  private List<Profile> profiles(Profile first) {
    List<Profile> profiles = new ArrayList<>(List.of(first));
    for (String name : others) {
      Profile other = run.named(spec, "--others", name.strip());
      if (!profiles.contains(other)) {
        profiles.add(other);
      }
    }
    return profiles;
  }

  private CalibrationOptions options() {
    require(documents.isEmpty() || pairs, "--documents needs --pairs");
    require(
        collectionSize == null || collectionSize >= 1,
        "--collection-size must be 1 or more, was " + collectionSize);
    try {
      return new CalibrationOptions(seed, editRate, duplicatesPerDocument);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          String.valueOf(e.getMessage())
              .replace("editRate", "--edit-rate")
              .replace("duplicatesPerDocument", "--duplicates"),
          e);
    }
  }

  /// A sample of the documents to be searched; null for the texts of the pairs.
  private @Nullable Reservoir<String> sample(CorpusReader records) {
    if (pairs && documents.isEmpty()) {
      return null;
    }
    Reservoir<String> sample =
        new Reservoir<>(CalibrationOptions.DOCUMENTS, new SplittableRandom(seed));
    ParsedBatch.ParsedReader<String> reader =
        (_, _, text) -> {
          if (text != null) {
            sample.add(text);
          }
        };
    if (pairs) {
      try (CorpusReader searched =
          new CorpusReader(
              this,
              files(documents, List.of(), false),
              records.profile(),
              records.pool(),
              reference)) {
        searched.parse(false, text -> text, reader);
      }
    } else {
      records.parse(false, text -> text, reader);
    }
    return sample;
  }

  private CalibrationResult measure(
      InputFiles files,
      @Nullable Reservoir<String> sample,
      List<Profile> profiles,
      CalibrationOptions options,
      Skipping skipping) {
    Long size =
        collectionSize == null && sample != null ? Long.valueOf(sample.seen()) : collectionSize;
    AtomicReference<Double> share = new AtomicReference<>(-1.0);
    CalibrationProgress measured =
        (done, total) -> share.set(total == 0 ? -1 : (double) done / total);
    try (ProgressLine _ = progress("measuring", share::get)) {
      if (!pairs && sample != null) {
        return new DocumentCalibration(profiles, options, measured)
            .of(sample.sample(), Objects.requireNonNullElse(size, 0L));
      }
      LabelCalibration calibration = new LabelCalibration(profiles, options, measured);
      for (InputFile file : files.files()) {
        try (RecordSource a = FilePass.open(file);
            RecordSource b = FilePass.open(file)) {
          new LabelledPairs(file.name(), a, b).forEach(calibration::add, skipping);
        } catch (IOException e) {
          throw FileFailure.of(file.name(), e);
        }
      }
      return calibration.result(sample == null ? null : sample.sample(), size);
    }
  }
}
