package io.neardup.cli;

import io.neardup.cli.corpus.ContainedRecords;
import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.DropRule;
import io.neardup.cli.corpus.Losses;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.corpus.RepeatedPassages;
import io.neardup.cli.corpus.SurvivorOrder;
import io.neardup.cli.files.AddedColumn;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.RowSchema;
import io.neardup.cli.files.TableWriter;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.options.GroupOptions;
import io.neardup.options.PassageListOptions;
import io.neardup.options.StripOptions;
import io.neardup.options.SurvivorRule;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.profile.Profile;
import io.neardup.records.RecordFault;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
      "  Without what is near a record of another file:",
      "    neardup dedupe new.jsonl -o new-only.jsonl --against 'old/*.jsonl'",
      "  In a pipe:",
      "    zstdcat posts.jsonl.zst | neardup dedupe - -o - > clean.jsonl"
    })
final class DedupeCommand extends JoinCommand {

  private static final List<String> DROPPED_COLUMNS =
      List.of("id", "kept", "distance", "kind", "similarity", "unique", "file", "line");
  private static final List<String> STRIPPED_COLUMNS =
      List.of("id", "start", "end", "words", "of", "ofStart", "ofEnd");

  private static final int COUNTED = 100_000; // records whose features are counted

  @Mixin ReferenceOptions against = new ReferenceOptions();
  @Mixin GroupOptions grouping = new GroupOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "the clean file, compressed by its extension .gz or .zst, and in the format of its"
              + " extension .jsonl, .csv, .tsv or .parquet; it appears when it is complete."
              + " - for the standard output")
  @Nullable String output;

  @Option(
      names = "--dropped",
      paramLabel = "FILE",
      description =
          "a list of the dropped records: id, id of the kept record, distance, kind (duplicate,"
              + " variant or contained), similarity, unique (the share of its features that the"
              + " kept record lacks), file and line, and with --against the file of the kept"
              + " record, if that belongs to the reference; jsonl, csv or tsv")
  @Nullable String dropped;

  @Option(
      names = "--shard-rows",
      paramLabel = "N",
      description =
          "write several clean files of N records each: clean.jsonl becomes clean-00000.jsonl,"
              + " clean-00001.jsonl, and so on")
  long shardRows;

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

  @Mixin LossOptions loss = new LossOptions();
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
  boolean needsAll() {
    return strip.isRequested() || loss.isRequested() || super.needsAll();
  }

  @Override
  List<String> references() {
    return against.files;
  }

  @Override
  List<String> outputs() {
    return named().filter(name -> shardRows == 0 || !name.equals(output)).toList();
  }

  private List<String> droppedColumns() {
    return against.isGiven()
        ? Stream.concat(DROPPED_COLUMNS.stream(), Stream.of("reference")).toList()
        : DROPPED_COLUMNS;
  }

  @Override
  long run(Profile profile, ForkJoinPool pool) throws IOException {
    if (index != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--index is not an option any more; to compare records with earlier ones, name their"
              + " files by --against, or start a server and send them to POST"
              + " /documents?onDuplicate=skip");
    }
    if (output == null && !dryRun) {
      throw new ParameterException(
          spec.commandLine(), "missing: -o FILE for the clean file, or --dry-run");
    }
    NearLimit limit = loss.check(spec, near.limit(spec, profile), grouping.stars());
    List<SurvivorRule> rules = grouping.rules(spec);
    boolean needsId = dropped != null || report != null || stripped != null;
    if (!strip.isRequested() && (stripped != null || strip.hasMinWords())) {
      throw new ParameterException(
          spec.commandLine(), "--stripped and --min-words go with --passages strip");
    }
    if (strip.isRequested() && input.text != null && input.text.contains(",")) {
      throw new ParameterException(
          spec.commandLine(), "--passages strip needs a single column of the text (--text)");
    }
    if (shardRows < 1 && spec.commandLine().getParseResult().hasMatchedOption("--shard-rows")) {
      throw new ParameterException(
          spec.commandLine(), "--shard-rows must be 1 or more, was " + shardRows);
    }
    List<AddedColumn> added = annotate.columns(spec);
    if (strip.isRequested() && annotate.keepsAll()) {
      throw new ParameterException(
          spec.commandLine(), "--passages strip with --annotate needs --keep kept");
    }
    int minWords = strip.isRequested() ? strip.minWords(spec) : 0;
    OutputFile overview = report == null ? null : output(Report.named(report));
    try (InputFiles files = files(true);
        TableWriter list = dropped == null ? null : table(dropped, null, droppedColumns());
        TableWriter strips = stripped == null ? null : table(stripped, null, STRIPPED_COLUMNS)) {
      CleanOutput clean =
          dryRun || output == null
              ? null
              : new CleanOutput(files, output, shardRows, added, this::clean);
      if (strip.isRequested() && clean != null && clean.converts()) {
        throw new FileFailure(
            output + ": --passages strip needs an output of the format of the input");
      }
      CorpusJoin join = join(files, needsId, rules, limit, profile, pool);
      Corpus corpus = join.corpus();
      SurvivorOrder order = order(files, rules, corpus, pool);
      boolean reported = dryRun || dropped != null || report != null || annotate.keepsAll();
      RecordPass<FeatureVector> vectors = vectors(files, profile, pool);
      DropRule rule =
          reported || loss.keepsVariants() ? rule(corpus, profile, vectors) : ruleWithoutVariants();
      List<NearSet> groups = joined(join, each -> each.groups(grouping.stars(), order, rule));
      BitSet contained = new BitSet();
      if (loss.contained != null) {
        Map<Integer, Integer> inside = contained(corpus, groups, files, profile, pool);
        inside.keySet().forEach(contained::set);
        groups = NearSet.withContained(groups, inside, join::distance);
      }
      Losses losses = reported ? losses(corpus, groups, contained, vectors, rule) : null;
      long removed = NearSet.dropped(groups);
      RepeatedPassages repeated =
          !strip.isRequested() ? null : repeated(corpus, groups, files, profile, minWords, pool);
      RowSchema schema = new RowSchema();
      if (clean != null && clean.needsSchema()) {
        pass(files.files(), needsId, _ -> {}, _ -> {}, pool)
            .run(
                reference.size(),
                (file, batch, first) -> schema(file, batch, first, corpus),
                schema::add);
      }
      CleanCopy copy;
      try (RecordSink sink = clean == null ? null : clean.open(schema, this::note)) {
        copy =
            new CleanCopy(
                corpus,
                groups,
                sink,
                list,
                losses,
                repeated,
                strips,
                added.isEmpty() ? null : new Annotation(groups, losses, corpus.size()),
                annotate.keepsAll());
        if (sink != null || list != null || repeated != null) {
          pass(files.files(), needsId, _ -> {}, _ -> {}, pool)
              .run(reference.size(), CleanCopy.Piece::new, copy::read);
        }
      }
      if (overview != null) {
        new JoinReport(profile, files, join, groups, losses, seconds()).write(overview);
      }
      boolean marks = dryRun || annotate.keepsAll();
      summary(
          String.format(
              Locale.ROOT,
              "%,d records in %,d groups of near-duplicates: %,d %s, %,d %s%s%s",
              corpus.input(),
              groups.size(),
              corpus.read() - removed,
              marks ? "would be kept" : "kept",
              removed,
              marks ? "would be dropped" : "dropped",
              against.isGiven()
                  ? String.format(
                      Locale.ROOT,
                      ", %,d of them for records of the reference",
                      NearSet.droppedFor(groups, reference))
                  : "",
              corpus.skipped() == skipping().dropped()
                  ? ""
                  : String.format(
                      Locale.ROOT, ", %,d skipped", corpus.skipped() - skipping().dropped())));
      if (losses != null) {
        summary(summary(losses, removed));
      }
      if (join.spared() > 0) {
        summary(
            String.format(
                Locale.ROOT,
                "%,d records are near another one and %s, by%s%s",
                join.spared(),
                marks ? "would be kept" : "kept",
                loss.maxUnique == null ? "" : " --max-unique",
                loss.keepsVariants() ? " --variants" : ""));
      }
      if (repeated != null) {
        summary(summary(repeated, copy.emptied()));
      }
      summary(GroupOptions.warning(NearSet.beyond(groups)));
      return corpus.skipped();
    } catch (IOException e) {
      throw FileFailure.of(output == null ? "output" : output, e);
    }
  }

  private static RowSchema schema(InputFile file, RecordBatch batch, int first, Corpus corpus) {
    try {
      return RowSchema.of(batch, i -> !corpus.isSkipped(first + i));
    } catch (RecordFault fault) {
      throw FileFailure.changed(file.name(), fault);
    }
  }

  /// A clean file.
  private OutputFile clean(String name) {
    OutputFile.require(
        Stream.concat(named().filter(other -> !other.equals(output)), Stream.of(name)).toList(),
        InputFiles.paths(inputs()),
        force);
    return output(name);
  }

  private Stream<String> named() {
    return Stream.of(dryRun ? null : output, dropped, report, stripped).filter(Objects::nonNull);
  }

  /// What may be dropped, whatever variants are.
  private DropRule ruleWithoutVariants() {
    return new DropRule(loss.maxUnique == null ? 1 : loss.maxUnique, null, 0, false);
  }

  /// What may be dropped, by the document frequencies of all records, or of as many as suffice.
  private DropRule rule(Corpus corpus, Profile profile, RecordPass<FeatureVector> vectors) {
    Verification verification = near.limit(spec, profile).verification();
    if (verification == null) {
      return ruleWithoutVariants();
    }
    DocumentFrequencies frequencies = new DocumentFrequencies();
    int step = 1 + corpus.size() / COUNTED;
    BitSet counted = new BitSet();
    for (int number = 0; number < corpus.size(); number += step) {
      counted.set(number, !corpus.isSkipped(number));
    }
    try (ProgressLine _ = progress("counting", () -> -1)) {
      vectors.read(counted, (_, features) -> frequencies.add(features));
    }
    return new DropRule(
        ruleWithoutVariants().maxUnique(),
        DropRule.rarity(frequencies, step),
        verification.minSimilarity(),
        loss.keepsVariants());
  }

  /// The records that are kept.
  private static BitSet kept(Corpus corpus, List<NearSet> groups) {
    BitSet kept = new BitSet();
    for (int number = 0; number < corpus.size(); number++) {
      kept.set(number, !corpus.isSkipped(number));
    }
    for (NearSet group : groups) {
      for (int i = 0; i < group.size(); i++) {
        kept.set(group.member(i), group.kept() && group.member(i) == group.survivor());
      }
    }
    return kept;
  }

  /// Reads the words of records again.
  private RecordPass<RecordText> recordTexts(InputFiles files, Profile profile, ForkJoinPool pool) {
    return texts(files, text -> RecordText.of("", text, profile, MarkedRuns.NONE), pool);
  }

  private Map<Integer, Integer> contained(
      Corpus corpus, List<NearSet> groups, InputFiles files, Profile profile, ForkJoinPool pool) {
    double share = Objects.requireNonNull(loss.contained);
    RecordPass<RecordText> texts = recordTexts(files, profile, pool);
    try (ProgressLine _ = progress("contained", () -> -1)) {
      ContainedRecords found =
          ContainedRecords.find(kept(corpus, groups), texts, share, near.maxPairs(), reference);
      summary(
          String.format(
              Locale.ROOT,
              "%,d of the dropped records have %s of their words in a longer one%s",
              found.keptFor().size(),
              share,
              found.cutLists() == 0
                  ? ""
                  : "; " + PassageListOptions.cut(found.cutLists(), PassagePairs.MAX_LIST)));
      return found.keptFor();
    }
  }

  private Losses losses(
      Corpus corpus,
      List<NearSet> groups,
      BitSet contained,
      RecordPass<FeatureVector> vectors,
      DropRule rule) {
    try (ProgressLine _ = progress("losses", () -> -1)) {
      return Losses.of(corpus, groups, contained, vectors, rule);
    }
  }

  /// What is lost with the dropped records, empty if there are none.
  private String summary(Losses losses, long removed) {
    StringBuilder counts = new StringBuilder();
    losses
        .distribution()
        .forEach((bound, records) ->
            counts.append(
                bound == 0
                    ? String.format(Locale.ROOT, "none %,d", records)
                    : String.format(Locale.ROOT, ", up to %.0f %% %,d", bound * 100, records)));
    String variants =
        losses.variants() == 0
            ? ""
            : String.format(
                Locale.ROOT, "; %,d are variants, which --variants keep keeps", losses.variants());
    return removed == 0 ? "" : "features that the kept record lacks: " + counts + variants;
  }

  private RepeatedPassages repeated(
      Corpus corpus,
      List<NearSet> groups,
      InputFiles files,
      Profile profile,
      int minWords,
      ForkJoinPool pool)
      throws IOException {
    BitSet kept = kept(corpus, groups);
    RecordPass<RecordText> texts = recordTexts(files, profile, pool);
    try (ProgressLine _ = progress("passages", () -> -1)) {
      return RepeatedPassages.find(kept, texts, minWords, near.maxPairs(), reference);
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
}
