package io.neardup.cli;

import io.neardup.cli.corpus.AnchoredRecords;
import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.Losses;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.corpus.RepeatedPassages;
import io.neardup.cli.corpus.SurvivorOrder;
import io.neardup.cli.files.AddedColumn;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFiles;
import io.neardup.cli.files.OutputFile;
import io.neardup.cli.files.RecordSink;
import io.neardup.cli.files.RowSchema;
import io.neardup.cli.files.TableWriter;
import io.neardup.measure.DropRule;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.options.AnnotateOptions;
import io.neardup.options.GroupOptions;
import io.neardup.options.LossOptions;
import io.neardup.options.ReferenceOptions;
import io.neardup.options.StripOptions;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.passage.ContainedTexts;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
      "  Without what is near a test set; other near-duplicates remain:",
      "    neardup dedupe train.jsonl -o clean.jsonl --against test.jsonl --against-only",
      "  In a pipe:",
      "    zstdcat posts.jsonl.zst | neardup dedupe - -o - > clean.jsonl"
    })
final class DedupeCommand extends JoinCommand {

  private static final List<String> DROPPED_COLUMNS =
      List.of("id", "kept", "distance", "kind", "similarity", "unique", "file", "line");
  private static final List<String> STRIPPED_COLUMNS =
      List.of("id", "start", "end", "words", "of", "ofStart", "ofEnd");

  @Mixin ReferenceOptions against = new ReferenceOptions();

  @Option(
      names = "--against-only",
      description =
          "drop only what is near a record of --against, and leave near-duplicates inside the"
              + " input")
  boolean againstOnly;

  @Mixin GroupOptions grouping = new GroupOptions();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "the clean file, compressed by its extension .gz or .zst, and in the format of its"
              + " extension .jsonl, .json (an array), .csv, .tsv or .parquet; it appears when it is"
              + " complete."
              + " - for the standard output")
  @Nullable String output;

  @Option(
      names = "--dropped",
      paramLabel = "FILE",
      description =
          "a list of the dropped records: id, id of the kept record, distance, kind (copy,"
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

  @Mixin ReportOptions reports = new ReportOptions();

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
  Map<String, String> absent() {
    Map<String, String> absent = new LinkedHashMap<>();
    for (String name : annotate.names(spec)) {
      absent.put(name, AnnotateOptions.COLUMNS.get(absent.size()));
    }
    return absent;
  }

  @Override
  boolean needsAll() {
    return strip.isRequested()
        || loss.isRequested()
        || loss.contained() != null
        || super.needsAll();
  }

  @Override
  List<String> references() {
    return against.files();
  }

  @Override
  List<String> outputs() {
    return named().filter(name -> shardRows == 0 || !name.equals(output)).toList();
  }

  private Stream<String> named() {
    return Stream.concat(
            Stream.of(dryRun ? null : output, dropped, stripped), reports.names.stream())
        .filter(Objects::nonNull);
  }

  /// A clean file.
  private OutputFile clean(String name) {
    OutputFile.require(
        Stream.concat(named().filter(other -> !other.equals(output)), Stream.of(name)).toList(),
        InputFiles.paths(inputs()),
        force);
    return output(name);
  }

  private List<String> droppedColumns() {
    return against.isGiven()
        ? Stream.concat(DROPPED_COLUMNS.stream(), Stream.of("reference")).toList()
        : DROPPED_COLUMNS;
  }

  /// Checks options that do not go together.
  private void check() {
    require(
        index == null,
        "--index is not an option any more; to compare records with earlier ones, name their"
            + " files by --against, or start a server and send them to POST"
            + " /documents?onDuplicate=skip");
    require(
        shardRows > 0 || !spec.commandLine().getParseResult().hasMatchedOption("--shard-rows"),
        "--shard-rows must be 1 or more, was " + shardRows);
    require(output != null || dryRun, "missing: -o FILE for the clean file, or --dry-run");
    require(against.isGiven() || !againstOnly, "--against-only needs the files of --against");
    if (!strip.isRequested()) {
      require(
          stripped == null && !strip.hasMinWords(),
          "--stripped and --min-words go with --passages strip");
      return;
    }
    require(
        input.text == null || !input.text.contains(","),
        strip + " needs a single column of the text (--text)");
    require(
        against.isGiven() || !strip.isOfReference(),
        "--passages reference needs the files of --against");
    require(!annotate.keepsAll(), strip + " with --annotate needs --keep kept");
  }

  @Override
  void run(Profile profile, ForkJoinPool pool) throws IOException {
    check();
    List<AddedColumn> added = Membership.columns(annotate.names(spec));
    NearLimit limit = loss.check(spec, near.limit(spec, profile), grouping.stars());
    List<SurvivorRule> rules = grouping.rules(spec);
    boolean needsId = dropped != null || !reports.names.isEmpty() || stripped != null;
    int minWords = strip.isRequested() ? strip.minWords(spec) : 0;
    List<OutputFile> overviews = reports.of(this);
    try (CorpusReader records = open(true, profile, pool);
        TableWriter list = dropped == null ? null : table(dropped, null, droppedColumns());
        TableWriter strips = stripped == null ? null : table(stripped, null, STRIPPED_COLUMNS)) {
      CleanOutput clean =
          dryRun || output == null
              ? null
              : new CleanOutput(records.files(), output, shardRows, added, this::clean, facts);
      if (strip.isRequested() && clean != null && !clean.replacesTexts()) {
        throw new FileFailure(
            output + ": " + strip + " needs an output of the format of the input, other than WARC");
      }
      CorpusJoin join = join(records, needsId, rules, limit);
      Corpus corpus = join.corpus();
      SurvivorOrder order = order(records, rules, corpus);
      boolean reported =
          dryRun || dropped != null || !reports.names.isEmpty() || annotate.keepsAll();
      DropRule rule = rule(corpus, records, limit, reported || loss.keepsVariants());
      List<NearSet> groups =
          joined(join, () -> join.groups(grouping.stars(), order, rule, againstOnly));
      BitSet isInside = new BitSet();
      Double contained = loss.contained();
      if (contained != null) {
        Map<Integer, Integer> inside =
            contained(NearSet.kept(corpus, groups), records, profile, rule, contained);
        isInside.or(NearSet.moved(groups, inside.keySet()));
        groups = NearSet.withContained(groups, inside, join::distance);
      }
      List<NearSet> sets = groups;
      Losses losses =
          reported
              ? step("losses", () -> Losses.of(corpus, sets, isInside, records.vectors(), rule))
              : null;
      RepeatedPassages repeated =
          strip.isRequested()
              ? step(
                  "passages",
                  () ->
                      RepeatedPassages.find(
                          NearSet.kept(corpus, sets),
                          records.words(),
                          minWords,
                          near.maxPairs(),
                          reference,
                          strip.isOfReference()))
              : null;
      RowSchema schema = new RowSchema();
      if (clean != null && clean.needsSchema()) {
        records.pass(
            needsId,
            (file, batch, first) -> RowSchema.of(file, batch, i -> !corpus.isSkipped(first + i)),
            schema::add);
      }
      AtomicLong emptied = new AtomicLong();
      try (RecordSink sink = clean == null ? null : clean.open(schema, this::note)) {
        CleanCopy copy =
            new CleanCopy(
                corpus,
                new Membership(groups, losses, corpus.size()),
                sink,
                list,
                repeated,
                strips,
                emptied,
                !added.isEmpty(),
                annotate.keepsAll());
        if (sink != null || list != null || repeated != null) {
          records.pass(needsId, CleanCopy.Piece::new, copy::read);
          copy.finish();
        }
      }
      JoinReport found = found(records, join, groups, losses);
      summary().ofJoin(join, withoutText(), loss, losses);
      if (repeated != null) {
        summary().ofPassages(repeated, emptied.get(), strip.isOfReference());
        if (strip.isOfReference()) {
          facts.put("referenceTooShort", repeated.tooShort());
          sayTooShort(repeated.tooShort(), reference.size(), strip.minWords(spec));
        }
      }
      if (SurvivorRule.keepsOne(rules)) {
        warnBeyond(groups);
      }
      for (OutputFile overview : overviews) {
        found.write(overview);
      }
    } catch (IOException e) {
      throw FileFailure.of(output == null ? "output" : output, e);
    }
  }

  /// What may be dropped.
  ///
  /// @param separates whether variants are distinguished from copies, by the document frequencies
  ///   of all records, or of as many as suffice
  private DropRule rule(Corpus corpus, CorpusReader records, NearLimit limit, boolean separates) {
    DropRule rule = loss.rule();
    Verification verification = limit.verification();
    if (verification == null || !separates) {
      return rule;
    }
    int step = DropRule.step(corpus.size());
    return step(
        "counting",
        () -> rule.separating(corpus.frequencies(step, records.vectors()), step, verification));
  }

  private Map<Integer, Integer> contained(
      BitSet kept, CorpusReader records, Profile profile, DropRule rule, double share) {
    ContainedTexts found = new ContainedTexts(share, reference::has, profile, rule);
    int cutLists =
        step(
            "contained",
            () ->
                AnchoredRecords.compare(
                        kept,
                        records.words(),
                        Winnowing.STANDARD,
                        Winnowing.STANDARD.guaranteedWords(),
                        share,
                        near.maxPairs(),
                        reference.pairs(againstOnly),
                        (number, text) -> {},
                        found)
                    .cutLists());
    Map<Integer, Integer> inside = found.keptFor();
    summary().ofContained(inside.size(), share, cutLists);
    return inside;
  }

  private DedupeSummary summary() {
    return new DedupeSummary(facts, dryRun, annotate.keepsAll(), against.isGiven());
  }
}
