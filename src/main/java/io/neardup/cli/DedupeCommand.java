package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.FilePass;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.corpus.RepeatedPassages;
import io.neardup.cli.files.AddedColumn;
import io.neardup.cli.files.Compression;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordFormat;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.RecordSource;
import io.neardup.cli.files.TableWriter;
import io.neardup.cli.files.TextSink;
import io.neardup.cli.parquet.ParquetSink;
import io.neardup.measure.NearLimit;
import io.neardup.options.GroupOptions;
import io.neardup.options.GroupOptions.Survivor;
import io.neardup.options.PassageListOptions;
import io.neardup.options.StripOptions;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// Copies records without near-duplicates.
@Command(
    name = "dedupe",
    description = {
      "Copies the records of files, keeping one record of each group of near-duplicates.",
      "",
      "Kept records are copied byte for byte, in order. The input is read twice, and once more to"
          + " compare the features of candidates; the standard input and pipes are copied to a"
          + " temporary file first."
    },
    footer = {
      "",
      "Examples:",
      "  What would be dropped?",
      "    neardup dedupe crawl.jsonl.gz --dry-run --report report.html",
      "  Write the clean file, and what was dropped for which record:",
      "    neardup dedupe crawl.jsonl.gz -o clean.jsonl.gz --dropped dropped.jsonl",
      "  Several CSV files; the longest text of each group is kept:",
      "    neardup dedupe 'part-*.csv' -o all.csv --text body --survivor longest",
      "  Without what records quote from earlier ones, such as footers:",
      "    neardup dedupe crawl.jsonl.gz -o clean.jsonl --passages strip --min-words 30",
      "  Mark near-duplicates in columns, and remove nothing:",
      "    neardup dedupe crawl.parquet -o marked.parquet --annotate --columns group=cluster",
      "  In a pipe:",
      "    zstdcat posts.jsonl.zst | neardup dedupe - -o - > clean.jsonl"
    })
final class DedupeCommand extends JoinCommand {

  private static final List<String> DROPPED_COLUMNS =
      List.of("id", "kept", "distance", "file", "line");
  private static final List<String> STRIPPED_COLUMNS =
      List.of("id", "start", "end", "words", "of", "ofStart", "ofEnd");

  @Mixin GroupOptions grouping = new GroupOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "the clean file, compressed by its extension .gz or .zst; it appears when it is complete."
              + " - for the standard output")
  @Nullable String output;

  @Option(
      names = "--dropped",
      paramLabel = "FILE",
      description =
          "a list of the dropped records: id, id of the kept record, distance, file and line;"
              + " jsonl, csv or tsv")
  @Nullable String dropped;

  @Option(names = "--dry-run", description = "only report what would be dropped")
  boolean dryRun;

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description =
          "an overview with the histogram of distances and the largest groups, .html or .json")
  @Nullable String report;

  @Option(names = "--index", paramLabel = "DIR", hidden = true)
  @Nullable String index;

  @Mixin StripOptions strip = new StripOptions();

  @Mixin AnnotateOptions annotate = new AnnotateOptions();

  @Option(
      names = "--stripped",
      paramLabel = "FILE",
      description =
          "a list of the passages that were removed: id, start and end, words, id of the earlier"
              + " record, start and end there; jsonl, csv or tsv")
  @Nullable String stripped;

  DedupeCommand(Console console) {
    super(console);
  }

  @Override
  Set<String> absent() {
    return AnnotateOptions.names(annotate.columns(spec));
  }

  @Override
  List<String> outputs() {
    return Stream.of(dryRun ? null : output, dropped, report, stripped)
        .filter(Objects::nonNull)
        .toList();
  }

  @Override
  long run(Profile profile, ForkJoinPool pool) throws IOException {
    if (index != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--index is not an option any more; to compare records with earlier ones, start a server"
              + " and send them to POST /documents?onDuplicate=skip");
    }
    if (output == null && !dryRun) {
      throw new ParameterException(
          spec.commandLine(), "missing: -o FILE for the clean file, or --dry-run");
    }
    NearLimit limit = near.limit(spec, profile);
    Survivor kept = grouping.survivor(spec);
    boolean needsId = dropped != null || report != null || stripped != null;
    if (!strip.isRequested() && (stripped != null || strip.hasMinWords())) {
      throw new ParameterException(
          spec.commandLine(), "--stripped and --min-words go with --passages strip");
    }
    if (strip.isRequested() && input.text != null && input.text.contains(",")) {
      throw new ParameterException(
          spec.commandLine(), "--passages strip needs a single column of the text (--text)");
    }
    List<AddedColumn> added = annotate.columns(spec);
    if (strip.isRequested() && annotate.keepsAll()) {
      throw new ParameterException(
          spec.commandLine(), "--passages strip with --annotate needs --keep kept");
    }
    int minWords = strip.isRequested() ? strip.minWords(spec) : 0;
    OutputFile clean = dryRun || output == null ? null : output(output);
    OutputFile overview = report == null ? null : output(Report.named(report));
    try (InputFiles files = files(true);
        RecordSink sink = clean == null ? null : sink(files, clean, added);
        TableWriter list = dropped == null ? null : table(dropped, null, DROPPED_COLUMNS);
        TableWriter strips = stripped == null ? null : table(stripped, null, STRIPPED_COLUMNS)) {
      CorpusJoin join = join(files, needsId, kept == Survivor.LONGEST, limit, profile, pool);
      Corpus corpus = join.corpus();
      List<NearSet> groups = joined(join, each -> each.groups(grouping.stars(), kept));
      long removed = groups.stream().mapToLong(group -> group.size() - 1L).sum();
      RepeatedPassages repeated =
          !strip.isRequested() ? null : repeated(corpus, groups, files, profile, minWords, pool);
      CleanCopy copy = 
          new CleanCopy(
              corpus,
              groups,
              sink,
              list,
              repeated,
              strips,
              added.isEmpty() ? null : new Annotation(profile, groups, corpus.size()),
              annotate.keepsAll());
      if (clean != null || list != null || repeated != null) {
        if (sink != null) {
          begin(sink, files);
        }
        pass(files, needsId, _ -> {}, _ -> {}, pool).run(CleanCopy.Piece::new, copy::read);
      }
      if (overview != null) {
        new JoinReport(profile, files, join, groups, seconds()).write(overview);
      }
      boolean marks = dryRun || annotate.keepsAll();
      summary(
          String.format(
              Locale.ROOT,
              "%,d records in %,d groups of near-duplicates: %,d %s, %,d %s%s",
              corpus.size(),
              groups.size(),
              corpus.size() - corpus.skipped() - removed,
              marks ? "would be kept" : "kept",
              removed,
              marks ? "would be dropped" : "dropped",
              corpus.skipped() == skipping().dropped()
                  ? ""
                  : String.format(
                      Locale.ROOT, ", %,d skipped", corpus.skipped() - skipping().dropped())));
      if (repeated != null) {
        summary(summary(repeated, copy.emptied()));
      }
      summary(GroupOptions.warning(NearSet.beyond(groups)));
      return corpus.skipped();
    } catch (IOException e) {
      throw FileFailure.of(clean == null ? "output" : clean.name(), e);
    }
  }

  private RepeatedPassages repeated(
      Corpus corpus,
      List<NearSet> groups,
      InputFiles files,
      Profile profile,
      int minWords,
      ForkJoinPool pool)
      throws IOException {
    BitSet kept = new BitSet();
    for (int number = 0; number < corpus.size(); number++) {
      kept.set(number, !corpus.isSkipped(number));
    }
    for (NearSet group : groups) {
      for (int i = 0; i < group.size(); i++) {
        kept.set(group.member(i), group.member(i) == group.survivor());
      }
    }
    RecordPass<RecordText> texts =
        texts(files, text -> RecordText.of("", text, profile, MarkedRuns.NONE), pool);
    try (ProgressLine _ = progress("passages", () -> -1)) {
      return RepeatedPassages.find(kept, texts, minWords, near.maxPairs());
    }
  }

  private String summary(RepeatedPassages repeated, long emptied) {
    return String.format(
        Locale.ROOT,
        "%,d passages of %,d records repeat earlier ones and %s removed; %,d records have nothing"
            + " else and %s left out%s",
        repeated.size(),
        repeated.records(),
        dryRun ? "would be" : "were",
        emptied,
        dryRun ? "would be" : "were",
        repeated.cutLists() == 0
            ? ""
            : "; " + PassageListOptions.cut(repeated.cutLists(), PassagePairs.MAX_LIST));
  }

  private static void begin(RecordSink sink, InputFiles files) throws IOException {
    for (InputFile file : files.files()) {
      try (RecordSource source = FilePass.open(file)) {
        sink.begin(source, file.name());
      }
    }
  }

  private RecordSink sink(InputFiles files, OutputFile clean, List<AddedColumn> added) throws IOException {
    RecordFormat format = files.files().getFirst().format();
    for (InputFile file : files.files()) {
      if (file.format() != format) {
        throw new FileFailure(
            file.name()
                + ": is "
                + file.format()
                + ", the first file "
                + format
                + "; the files of one clean file must have one format");
      }
    }
    RecordFormat named = RecordFormat.ofFile(clean.name()).orElse(format);
    if (named != format) {
      throw new FileFailure(
          clean.name()
              + ": records are copied as they are, so the output must be "
              + format
              + " as the input, not "
              + named);
    }
    if (format == RecordFormat.PARQUET) {
      return new ParquetSink(clean, added);
    }
    if (files.files().stream()
        .anyMatch(file -> !file.layout().encoding().equals(StandardCharsets.UTF_8))) {
      note("the clean file is UTF-8");
    }
    if (files.files().stream().anyMatch(file -> file.layout().returns())) {
      note("the clean file has LF at the ends of lines");
    }
    boolean array =
        files.files().getFirst().layout().array()
            && Compression.plainName(clean.name()).endsWith(".json");
    return new TextSink(clean.open(), array, added);
  }
}
