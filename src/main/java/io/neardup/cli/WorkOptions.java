package io.neardup.cli;

import static io.neardup.options.PairOptions.require;

import io.neardup.cli.corpus.FilePass;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.StoredBands;
import io.neardup.pairs.disk.WorkFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Where and how a join that is larger than memory is done.
final class WorkOptions {

  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([kmgt]?)b?");
  private static final String UNITS = "kmgt";
  private static final int LEAST_MEMORY = 100 << 10; // below, parts of files are too small
  private static final int LEAST_SHARE = 100; // of memory: smaller files are not larger than it
  private static final int RECORD_BYTES = 260; // in memory, beside bands: fingerprint, id, pairs
  private static final int FIXED_BYTES = 40 << 20; // of the program, and of texts being read
  private static final int ID_BYTES = 40;

  @Option(
      names = "--work",
      paramLabel = "DIR",
      description =
          "a folder for a join that is larger than memory, which --resume continues after a kill;"
              + " deleted at the end. Without it, a temporary folder is used if memory does not"
              + " suffice")
  @Nullable String folder;

  @Option(
      names = "--resume",
      description = "continue the run of --work that was ended, or begin it")
  boolean resumes;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      description =
          "beyond which a join is done in files, and which it takes for its parts then, such as 4g,"
              + " 100k or more; by default the heap of Java")
  @Nullable String memory;

  @Option(
      names = "--max-work",
      paramLabel = "SIZE",
      description =
          "the most that files of the join may take, such as 200g; by default all of the disk")
  @Nullable String mostWork;

  private boolean temporary;
  private volatile @Nullable WorkFolder opened;

  /// The bytes that may be used.
  long memory(CommandSpec command) {
    long heap = Runtime.getRuntime().maxMemory();
    long given = memory == null ? heap : size(command, "--memory", memory);
    require(
        command,
        given >= LEAST_MEMORY,
        "--memory must be 100k or more, such as 500m or 4g, was '" + memory + "'");
    return Math.min(heap, given);
  }

  private static long size(CommandSpec command, String option, String value) {
    Matcher parts = SIZE.matcher(value.toLowerCase(Locale.ROOT));
    require(
        command,
        parts.matches() && Long.parseLong(parts.group(1)) > 0,
        option + " must be a number of bytes, such as 500m or 4g, was '" + value + "'");
    String unit = parts.group(2);
    int power = unit.isEmpty() ? 0 : UNITS.indexOf(unit) + 1;
    double bytes = Double.parseDouble(parts.group(1)) * (1L << 10 * power);
    return (long) Math.min(bytes, Long.MAX_VALUE);
  }

  /// Opens the folder of a join.
  ///
  /// @param plan of the join, null if it has no bands
  /// @param all whether all records are needed in memory
  /// @param sample about how many records there are, if that is asked
  /// @param request what the join is of
  /// @return null if the join is done in memory
  /// @throws ParameterException if the options do not go together
  @Nullable WorkFolder open(
      CorpusCommand of,
      @Nullable BandPlan plan,
      int bits,
      boolean all,
      InputFiles files,
      Supplier<FilePass.Estimate> sample,
      Map<String, String> request) {
    CommandSpec command = of.spec;
    require(
        command,
        folder != null || !resumes && mostWork == null,
        "--resume and --max-work go with --work DIR");
    require(
        command,
        !resumes || !files.hasStreams(),
        "--resume needs files: what comes through a pipe may not be what it was; write it to a"
            + " file first");
    if (plan == null || all) {
      require(
          command,
          folder == null,
          "--work is for joins by bands (see --plan), without --against, --max-unique,"
              + " --variants keep, --contained and --passages strip");
      return null;
    }
    long most = memory(command);
    long limit = mostWork == null ? Long.MAX_VALUE : size(command, "--max-work", mostWork);
    boolean isSmall = files.bytes() > 0 && files.bytes() < most / LEAST_SHARE;
    if (folder == null && isSmall) {
      return null;
    }
    FilePass.Estimate estimate = sample.get();
    long count = estimate.records();
    if (folder == null && FIXED_BYTES + count * (RECORD_BYTES + 4L * plan.bands()) <= most) {
      return null;
    }
    long bands = count * (StoredBands.bytes(plan, bits) + ID_BYTES);
    long texts = count * (StoredBands.bytesAtEnd(bits) + ID_BYTES) + 2 * estimate.textBytes();
    long needed = Math.max(bands, texts);
    opened = WorkFolder.open(path(), request, resumes, limit, needed);
    of.note(
        "joining in files: about %s are needed in %s, or up to %s if most records have candidates;"
            + " %s are free",
        WorkFolder.shown(bands), opened, WorkFolder.shown(needed), WorkFolder.shown(opened.free()));
    if (needed > limit) {
      of.warn(
          "--max-work "
              + mostWork
              + " may not suffice; raise it to "
              + WorkFolder.option(needed)
              + " to be sure");
    }
    return opened;
  }

  private Path path() {
    if (folder != null) {
      return Path.of(folder);
    }
    try {
      temporary = true;
      return Files.createTempDirectory("neardup-work-");
    } catch (IOException e) {
      throw FileFailure.of("work folder", e);
    }
  }

  /// What files are, and in which order, for a request.
  static void describe(InputFiles files, Map<String, String> request) {
    int number = 0;
    for (InputFile file : files.files()) {
      request.put(
          "input " + ++number + ", " + file.name(),
          file.path() == null
              ? ""
              : file.path().toAbsolutePath() + " " + file.size() + " " + file.modified());
    }
  }

  /// The space that files take, in words, if there are any.
  String space() {
    return opened == null ? "" : " (" + WorkFolder.shown(opened.bytes()) + " of files)";
  }

  /// Deletes the folder, unless a later run can continue in it.
  void ended(boolean complete) {
    if (opened != null && (complete || temporary)) {
      opened.deleteAll();
      opened = null;
    }
  }
}
