package io.neardup.cli;

import io.neardup.cli.files.Compression;
import io.neardup.cli.files.Encodings;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.RecordFormat;
import io.neardup.cli.files.TableWriter;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.records.FieldReader;
import io.neardup.simhash.Fingerprint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Compares two texts.
@Command(
    name = "compare",
    description = {
      "Compares two text files: the distance of their fingerprints, the share of features that they"
          + " have in common (computed from the features if verified, else estimated from the"
          + " distance), and whether they are near-duplicates."
    },
    footer = {"", "Example:", "  neardup compare draft.txt final.txt"})
final class CompareCommand implements Callable<Integer> {

  private final Console console;

  @Mixin RunOptions run = new RunOptions();
  @Spec CommandSpec spec = CommandSpec.create(); // replaced by the specification of the command

  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "a text file, also compressed by gzip or zstd, or - for the standard input")
  String a = "";

  @Parameters(index = "1", paramLabel = "B", description = "another")
  String b = "";

  @Option(
      names = "--max-distance",
      paramLabel = "BITS",
      description =
          "differing bits up to which texts are near-duplicates; by default the features decide,"
              + " or with profiles that do not allow it the distance of the profile")
  @Nullable Integer maxDistance;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description =
          "of both texts, such as windows-1252; by default UTF-8, or as their byte order marks say")
  @Nullable Charset encoding;

  CompareCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() throws IOException {
    Profile profile = run.profile(spec);
    JoinCommand.JoinOptions near = new JoinCommand.JoinOptions();
    near.maxDistance = maxDistance;
    NearLimit limit = near.limit(spec, profile);
    if (a.equals("-") && b.equals("-")) {
      throw new ParameterException(spec.commandLine(), "only one of A and B can be -");
    }
    Content.Text textA = new Content.Text(text(a));
    Content.Text textB = new Content.Text(text(b));
    Sketch one = profile.sketch(textA);
    Sketch other = profile.sketch(textB);
    int distance = one.fingerprint().distance(other.fingerprint());
    boolean comparable = !one.isEmpty() && !other.isEmpty();
    boolean exact = comparable && Verification.isPossible(profile);
    double similarity =
        exact
            ? WeightedJaccard.of(profile.vector(textA), profile.vector(textB))
            : profile.projection().featureSimilarity(distance, profile.bits());
    Verification verification = exact ? limit.verification() : null;
    Double minSimilarity =
        verification == null ? null : Double.valueOf(verification.minSimilarity());
    try (TableWriter writer =
        new TableWriter(
            RecordFormat.JSONL,
            List.of(
                "a",
                "b",
                "profile",
                "distance",
                "similarity",
                "featureSimilarity",
                "verified",
                "minSimilarity",
                "maxDistance",
                "nearDuplicate",
                "lowConfidence"),
            console.out())) {
      writer.row(
          one.fingerprint().toString(),
          other.fingerprint().toString(),
          profile.name(),
          distance,
          Fingerprint.similarity(distance, profile.bits()),
          similarity,
          exact,
          minSimilarity,
          limit.maxDistance(),
          comparable
              && (minSimilarity == null
                  ? distance <= limit.maxDistance()
                  : similarity >= minSimilarity),
          Math.min(one.features(), other.features()) < profile.confidentFeatures());
    }
    return ExitCode.OK;
  }

  private String text(String name) throws IOException {
    try (InputStream file = name.equals("-") ? console.in() : Files.newInputStream(Path.of(name));
        InputStream in = Compression.decompress(name, file, run.messages(console)::warning)) {
      byte[] bytes = in.readNBytes(FieldReader.MAX_RECORD_BYTES + 1);
      if (bytes.length > FieldReader.MAX_RECORD_BYTES) {
        throw new FileFailure(
            name + ": is longer than " + (FieldReader.MAX_RECORD_BYTES >> 20) + " MB");
      }
      return Encodings.decode(
          name, bytes, Optional.ofNullable(encoding), run.messages(console)::note);
    } catch (IOException e) {
      throw FileFailure.of(name, e);
    }
  }
}
