package io.neardup.cli;

import io.neardup.cli.corpus.AnchoredRecords;
import io.neardup.cli.corpus.AnchoredRecords.Anchored;
import io.neardup.cli.files.TableWriter;
import io.neardup.options.PassageListOptions;
import io.neardup.options.ReferenceOptions;
import io.neardup.pairs.PairRounds;
import io.neardup.pairs.RecordPass;
import io.neardup.passage.AnchorLists;
import io.neardup.passage.Boilerplate;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.OwnRepeats;
import io.neardup.passage.Passage;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.PassagePairs;
import io.neardup.passage.RecordText;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Lists passages that records share.
@Command(
    name = "passages",
    description = {
      "Lists every pair of records that share a passage, also if they are not near-duplicates: a,"
          + " b, words (in common), shareA and shareB (of the words of each), longestRun, and"
          + " passages, the places in both texts (in characters as of JavaScript and Java; in csv"
          + " and tsv as JSON). gaps are edited words inside a passage.",
      "",
      "With --against, pairs of a record a of the reference and a record b of the input are listed,"
          + " and no others.",
      "",
      "Of more than 100 records with the same run of words (--max-list), each is paired with the"
          + " first; the number of such runs is reported. --boilerplate lists what many records"
          + " have.",
      "",
      "The input is read twice or more; the standard input and pipes are copied to a temporary file"
          + " first."
    },
    footer = {
      "",
      "Examples:",
      "  neardup passages posts.jsonl -o shared.jsonl --min-share 0.3",
      "  neardup passages crawl.jsonl.gz --within --min-share 0.2",
      "  neardup passages train.jsonl --against test.jsonl --min-words 6 --min-share 0.8",
      "  neardup passages crawl.jsonl.gz --boilerplate -o boilerplate.csv"
    })
final class PassagesCommand extends CorpusCommand {

  private static final List<String> COLUMNS =
      List.of("a", "b", "words", "shareA", "shareB", "longestRun", "passages");
  private static final List<String> WITHIN =
      List.of("id", "words", "share", "longestRun", "passages");
  private static final List<String> BOILERPLATE =
      List.of("records", "words", "example", "start", "end", "text");
  private static final int MAX_PAIRS = 500_000_000;

  @Mixin ReferenceOptions against = new ReferenceOptions();
  @Mixin PassageListOptions passages = new PassageListOptions();
  @Mixin TableOptions table = new TableOptions();

  @Option(
      names = "--max-pairs",
      paramLabel = "N",
      description = "candidates that may be held in memory at once, 20,000,000 by default")
  int maxPairs = 20_000_000;

  @Option(
      names = "--within",
      description =
          "list instead what each record repeats itself: id, words (repeated ones), share (of the"
              + " words), longestRun, and passages, of which a is an earlier place and b the"
              + " repeated one")
  boolean within;

  PassagesCommand(Console console) {
    super(console);
  }

  @Override
  List<String> references() {
    return against.files();
  }

  @Override
  List<String> outputs() {
    return List.of(table.output);
  }

  @Override
  void run(Profile profile, ForkJoinPool pool) throws IOException {
    passages.check(spec);
    require(
        maxPairs > 0 && maxPairs <= MAX_PAIRS,
        "--max-pairs must be 1 to " + MAX_PAIRS + ", was " + maxPairs);
    require(
        !within || !against.isGiven() && !passages.boilerplate(),
        "--within goes neither with --against nor with --boilerplate");
    int minWords = passages.minWords(spec);
    if (within) {
      within(profile, minWords, pool);
      return;
    }
    boolean boilerplate = passages.boilerplate();
    require(!boilerplate || !against.isGiven(), "--against does not go with --boilerplate");
    try (CorpusReader reader = open(true, profile, pool);
        TableWriter writer =
            table(table.output, table.format, boilerplate ? BOILERPLATE : COLUMNS)) {
      AnchoredRecords records = new AnchoredRecords();
      Winnowing winnowing = against.isGiven() ? Winnowing.finding(minWords) : Winnowing.STANDARD;
      reader.parse(true, text -> Anchored.of(text, profile, winnowing), records::add);
      AnchorLists anchors = records.sorted();
      RecordPass<RecordText> texts = reader.words();
      try (ProgressLine _ = progress("comparing", () -> -1)) {
        if (boilerplate) {
          boilerplate(
              new Boilerplate(
                  anchors, minWords, passages.minRecords(), Integer.MAX_VALUE, Integer.MAX_VALUE),
              records,
              texts,
              writer);
        } else {
          pairs(
              new PassagePairs(anchors, minWords, passages.minShare(), maxPairs),
              records,
              texts,
              writer);
        }
      }
    }
  }

  private void within(Profile profile, int minWords, ForkJoinPool pool) throws IOException {
    try (CorpusReader reader = open(false, profile, pool);
        TableWriter writer = table(table.output, table.format, WITHIN)) {
      int[] counts = new int[2]; // records, and those that repeat something
      reader.parse(
          true,
          text -> Own.of(RecordText.of("", text, profile, MarkedRuns.NONE), minWords),
          (_, id, own) -> {
            counts[0]++;
            if (own != null && own.repeated() > 0 && own.share() >= passages.minShare()) {
              counts[1]++;
              writer.row(
                  id, own.repeated(), own.share(), own.longestRun(), new Places(own.passages));
            }
          });
      facts
          .put("repeating", counts[1])
          .put("records", counts[0])
          .say(
              "{repeating} of {records:record} {repeating:repeats passages of its|repeat passages"
                  + " of their} own");
    }
  }

  /// What a record repeats itself.
  private record Own(int words, List<Passage> passages) {

    static Own of(RecordText text, int minWords) {
      return new Own(text.tokens().size(), OwnRepeats.of(text, minWords));
    }

    int repeated() {
      return passages.stream().mapToInt(Passage::words).sum();
    }

    int longestRun() {
      return passages.stream().mapToInt(Passage::longestRun).max().orElse(0);
    }

    double share() {
      return words == 0 ? 0 : (double) repeated() / words;
    }
  }

  private void boilerplate(
      Boilerplate search,
      AnchoredRecords records,
      RecordPass<RecordText> texts,
      TableWriter writer) {
    List<Boilerplate.Frequent> found = search.find(texts);
    for (Boilerplate.Frequent each : found) {
      writer.row(
          each.records(),
          each.words(),
          records.id(each.example()),
          each.start(),
          each.end(),
          each.text());
    }
    facts
        .put("passages", found.size())
        .put("records", records.size())
        .say("{passages:passage} of {records:record}");
  }

  private void pairs(
      PassagePairs pairs,
      AnchoredRecords records,
      RecordPass<RecordText> texts,
      TableWriter writer) {
    AnchoredRecords.collect(
        pairs, passages.maxList(), maxPairs, reference.pairs(against.isGiven()));
    note("comparing " + Facts.counted(pairs.candidates(), "candidate"));
    long[] count = new long[1];
    pairs.compare(
        texts,
        AnchoredRecords.textBytes(),
        (pair, _, _, common) -> {
          count[0]++;
          writer.row(
              records.id(PairRounds.earlier(pair)),
              records.id(PairRounds.later(pair)),
              common.words(),
              common.a().share(),
              common.b().share(),
              common.longestRun(),
              new Places(common.passages()));
        });
    facts
        .put("pairs", count[0])
        .put("records", records.size() - reference.size())
        .say("{pairs:pair} of {records:record}");
    if (pairs.cutLists() > 0) {
      facts.say(
          PassageListOptions.cut(pairs.cutLists(), passages.maxList()) + PassageListOptions.REMEDY);
    }
    if (against.isGiven() || count[0] == 0) {
      int compared = against.isGiven() ? reference.size() : records.size();
      sayTooShort(pairs.tooShort(compared), compared, passages.minWords(spec));
    }
  }

  /// The places of passages, written as JSON.
  private record Places(List<Passage> passages) {

    @Override
    public String toString() {
      return passages.stream().map(Places::json).toList().toString();
    }

    private static String json(Passage passage) {
      List<String> gaps =
          passage.gaps().stream()
              .map(gap -> "{\"a\": " + json(gap.a()) + ", \"b\": " + json(gap.b()) + "}")
              .toList();
      return "{\"a\": "
          + json(passage.a())
          + ", \"b\": "
          + json(passage.b())
          + ", \"words\": "
          + passage.words()
          + ", \"gaps\": "
          + gaps
          + "}";
    }

    private static List<Integer> json(TextRange range) {
      return List.of(range.start(), range.end());
    }
  }
}
