package io.neardup.cli;

import io.neardup.cli.corpus.Corpus;
import io.neardup.cli.corpus.CorpusJoin;
import io.neardup.cli.corpus.JoinCoverage;
import io.neardup.cli.corpus.Losses;
import io.neardup.cli.corpus.NearSet;
import io.neardup.cli.corpus.StoredComparison;
import io.neardup.cli.corpus.StoredCorpus;
import io.neardup.cli.corpus.SurvivorOrder;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.RecordBatch;
import io.neardup.measure.NearLimit;
import io.neardup.options.GroupOptions;
import io.neardup.options.PairOptions;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.Families;
import io.neardup.pairs.bands.JoinWay;
import io.neardup.pairs.disk.WorkFolder;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.profile.Profile;
import io.neardup.records.RecordFault;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/// A command that finds the near-duplicates of records.
abstract class JoinCommand extends CorpusCommand {

  /// Which records count as near-duplicates.
  static final class JoinOptions extends PairOptions {

    private static final int MAX_PAIRS = 1_000_000_000;

    @Option(
        names = "--max-distance",
        paramLabel = "BITS",
        description =
            "differing bits up to which texts are near-duplicates, by distance alone unless"
                + " --min-similarity is given; by default the limit of the profile")
    @Nullable Integer maxDistance;

    @Option(
        names = "--plan",
        paramLabel = "PLAN",
        description =
            "how pairs are found: bits, by the distance of fingerprints; bands, by bands of minima"
                + " of the features; or how many, such as 4x45, 45 bands of 4 minima. By default"
                + " bands if the features of candidates are compared, unless there are few records,"
                + " --recall is 1 or --max-distance is given")
    @Nullable String plan;

    /// How pairs are found.
    ///
    /// @throws ParameterException if the requested plan is not possible
    JoinWay way(CommandSpec command, Profile profile, NearLimit limit) {
      return way(command, profile, limit, plan, maxDistance != null);
    }

    /// Up to where records are near-duplicates.
    ///
    /// @throws ParameterException if a number is out of range
    NearLimit limit(CommandSpec command, Profile profile) {
      return limit(command, profile, "--max-distance", maxDistance, MAX_PAIRS);
    }
  }

  @Mixin JoinOptions near = new JoinOptions();
  @Mixin WorkOptions work = new WorkOptions();

  JoinCommand(Console console) {
    super(console);
  }

  /// Computes the fingerprints of all records, and prepares their join.
  ///
  /// @param needsId whether ids appear in an output
  /// @param rules that may compare the lengths of records
  final CorpusJoin join(
      CorpusReader records, boolean needsId, List<SurvivorRule> rules, NearLimit limit) {
    Profile profile = records.profile();
    boolean needsLength = rules.stream().anyMatch(SurvivorRule::isOfLength);
    require(
        input.rejects == null || !work.resumes,
        "--rejects cannot be used with --resume, which does not read all records again");
    JoinWay way = near.way(spec, profile, limit);
    BandPlan plan = way.bands();
    WorkFolder folder =
        work.open(
            this,
            plan,
            profile.bits(),
            needsAll(),
            records.files(),
            () -> records.input(input.id, needsId).estimate(),
            request(records, needsId, needsLength, limit));
    if (folder != null && plan != null) {
      StoredCorpus stored =
          new StoredCorpus(folder, profile, plan, limit, needsId, needsLength, work.memory(spec));
      return join(stored, way, records, needsId, limit);
    }
    Corpus corpus =
        new Corpus(profile, needsId, limit.verification() != null, needsLength, plan, reference);
    records.parse(needsId, corpus::sketch, corpus::add);
    return inMemory(corpus, way, limit, records);
  }

  private CorpusJoin inMemory(Corpus corpus, JoinWay way, NearLimit limit, CorpusReader records) {
    CorpusJoin join =
        new CorpusJoin(
            corpus,
            limit,
            near.recall(),
            near.maxPairs(),
            way.isForced(),
            records.vectors(),
            records.pool());
    if (join.fingerprints() == 0 && corpus.read() > 0) {
      warn(records.withoutWords());
    }
    comparing(join.fingerprints(), join.coverage());
    return join;
  }

  private void comparing(int fingerprints, JoinCoverage found) {
    note("comparing " + Facts.counted(fingerprints, "distinct fingerprint") + " (" + found + ")");
  }

  /// Joins in files.
  private CorpusJoin join(
      StoredCorpus stored, JoinWay way, CorpusReader records, boolean needsId, NearLimit limit) {
    if (!stored.isRead()) {
      stored.begin();
      records.parse(needsId, stored::sketch, stored::add);
      stored.end(skipping());
    } else {
      stored.goOn(skipping());
    }
    stored.unite();
    if (way.bands(stored.join().rows()) == null) {
      return inMemory(stored.all(), way, limit, records);
    }
    comparing(stored.join().fingerprints(), new JoinCoverage(stored.plan(), null, limit));
    JoinRun bands = new JoinRun();
    try (ProgressLine _ = progress("comparing", bands::progress)) {
      stored.join().join(bands, records.pool());
    }
    StoredComparison features = stored.comparison();
    try (ProgressLine _ = progress("comparing features", features::progress)) {
      features.verify(records.texts(text -> text), records.vectors(), records.pool());
    }
    return new CorpusJoin(stored, limit, near.maxPairs(), records.pool());
  }

  @Override
  final String space() {
    return work.space();
  }

  /// Whether all records must be in memory.
  boolean needsAll() {
    return !references().isEmpty();
  }

  /// What a join that is continued must be of.
  private Map<String, String> request(
      CorpusReader records, boolean needsId, boolean needsLength, NearLimit limit) {
    Profile profile = records.profile();
    Map<String, String> request = new TreeMap<>();
    WorkOptions.describe(records.files(), request);
    request.put("format of files", "3");
    request.put("--profile", profile.name() + " " + profile.sample());
    request.put("--plan", String.valueOf(near.plan));
    request.put("--recall", String.valueOf(near.recall()));
    request.put("--min-similarity", String.valueOf(limit.verification()));
    request.put("--text", String.valueOf(input.text));
    request.put("--id", String.valueOf(input.id));
    request.put("--input-format", String.valueOf(input.format));
    request.put("--encoding", String.valueOf(input.encoding));
    request.put("--delimiter", String.valueOf(input.delimiter));
    request.put("--null", String.valueOf(input.nulls));
    request.put("--on-error", String.valueOf(input.onError));
    request.put("outputs with ids", String.valueOf(needsId));
    request.put("--survivor length", String.valueOf(needsLength));
    return request;
  }

  @Override
  final void ended(boolean complete) {
    work.ended(complete);
  }

  /// Reads the values of columns by which survivors are chosen: the input is read once more for
  /// each. Of a reference, all records survive.
  ///
  /// @throws FileFailure if no record has a value of a column
  final SurvivorOrder order(CorpusReader records, List<SurvivorRule> rules, Corpus corpus) {
    SurvivorOrder order = new SurvivorOrder(rules);
    facts.put("survivor", rules.stream().map(SurvivorRule::toString).toList());
    for (SurvivorRule rule : rules) {
      if (rule.column() != null) {
        SurvivorOrder.Column column = order.column(rule, corpus.size());
        AtomicInteger odd = new AtomicInteger();
        AtomicInteger several = new AtomicInteger();
        AtomicInteger found = new AtomicInteger();
        AtomicInteger dates = new AtomicInteger();
        records
            .input(rule.column(), true)
            .run(
                reference.size(),
                (_, batch, first) -> {
                  for (int i = 0; i < batch.size(); i++) {
                    if (corpus.isSkipped(first + i)) {
                      continue;
                    }
                    String value = id(batch, i, several);
                    if (column.set(first + i, value)) {
                      found.incrementAndGet();
                      dates.addAndGet(rule.isDate(value) ? 1 : 0);
                    } else if (value != null && !value.isBlank()) {
                      odd.incrementAndGet();
                    }
                  }
                  return true;
                },
                _ -> {});
        if (found.get() == 0 && corpus.read() > 0) {
          throw new FileFailure(
              several.get() > 0
                  ? "column '"
                      + rule.column()
                      + "', named by --survivor, has lists or objects; name a column of single"
                      + " values"
                  : rule.withoutValues(odd.get()));
        }
        rule.notes(found.get(), dates.get(), odd.get() + several.get()).forEach(this::note);
      }
    }
    return order;
  }

  private static @Nullable String id(RecordBatch batch, int index, AtomicInteger several) {
    try {
      return batch.id(index);
    } catch (RecordFault fault) {
      if (!fault.isOfNull() && !fault.isOfKept()) { // a list or an object: the text was read
        several.incrementAndGet();
      }
      return null;
    }
  }

  /// Joins a corpus, with progress.
  final <T> T joined(CorpusJoin join, Supplier<T> work) {
    T result;
    try (ProgressLine _ = progress("comparing", join::progress)) {
      result = work.get();
    }
    if (join.compared() > 0) {
      note(
          "%s compared by features, %,d refused",
          Facts.counted(join.compared(), "candidate"), join.refused());
    }
    Families families = join.families();
    if (families != null && families.rows() > 0) {
      note(
          "%,d records are among thousands that are alike and were compared with some of these"
              + " only; %,d of them are near none of those",
          families.rows(), families.alone());
    }
    return result;
  }

  /// What was found, as it is reported and summed up.
  ///
  /// @param losses with the dropped records, null if none are dropped
  final JoinReport found(
      CorpusReader records, CorpusJoin join, List<NearSet> groups, @Nullable Losses losses) {
    putRun();
    return JoinReport.of(facts, records, join, groups, losses);
  }

  /// Warns of the members of groups that are no near-duplicates of the record that is kept.
  final void warnBeyond(List<NearSet> groups) {
    String warning = GroupOptions.warning(NearSet.beyond(groups));
    if (!warning.isEmpty()) {
      facts.say(warning);
    }
  }
}
