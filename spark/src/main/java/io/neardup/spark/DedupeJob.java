package io.neardup.spark;

import io.neardup.measure.DropRule;
import io.neardup.measure.NearLimit;
import io.neardup.measure.Verification;
import io.neardup.options.AnnotateOptions;
import io.neardup.options.LossOptions;
import io.neardup.options.PairOptions;
import io.neardup.options.ReferenceOptions;
import io.neardup.options.StripOptions;
import io.neardup.passage.PassagePairs;
import io.neardup.profile.Profile;
import io.neardup.spark.corpus.Annotation;
import io.neardup.spark.corpus.CorpusDocuments;
import io.neardup.spark.corpus.JobDropRule;
import io.neardup.spark.corpus.Losses;
import io.neardup.spark.corpus.NearGroups;
import io.neardup.spark.passage.ContainedRecords;
import io.neardup.spark.passage.StrippedPassages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// Copies records without near-duplicates.
@Command(
    name = "dedupe",
    description = {
      "Copies the records of a corpus, keeping one record of each group of near-duplicates.",
      "",
      "Writes clean/ (the kept records with all that they have, in the format of the input), kept/"
          + " (their ids), dropped/ (the others, with the record kept for each, the reason, and"
          + " what is lost), with --passages strip stripped/ (the passages that were removed),"
          + " rejected/ (records that cannot be used) and report.json."
    })
final class DedupeJob extends GroupingCommand {

  @Mixin ReferenceOptions against = new ReferenceOptions();
  @Mixin LossOptions loss = new LossOptions();

  @Option(
      names = "--no-losses",
      description =
          "do not compare dropped records with those that are kept for them: their list is without"
              + " kind, similarity and unique, and fewer texts are read again")
  boolean noLosses;

  @Mixin AnnotateOptions annotate = new AnnotateOptions();
  @Mixin StripOptions strip = new StripOptions();

  @Override
  List<String> references() {
    return against.files();
  }

  @Override
  List<String> added() {
    return annotate.names(spec);
  }

  @Override
  NearLimit requested(Profile profile) {
    return loss.check(spec, super.requested(profile), grouping.stars());
  }

  @Override
  void check(Profile profile, Map<String, Object> results) {
    super.check(profile, results);
    strip.minWords(spec);
    PairOptions.require(
        spec,
        !strip.isOfReference(),
        "--passages reference is an option of the command line on files; use --passages strip");
    PairOptions.require(
        spec,
        strip.isRequested() || !strip.hasMinWords(),
        "--min-words goes with --passages strip");
    PairOptions.require(
        spec,
        !strip.isRequested() || !annotate.keepsAll(),
        "--passages strip with --annotate needs --keep kept");
    PairOptions.require(
        spec,
        !noLosses || !annotate.keepsAll(),
        "--no-losses does not go with --annotate, but with --keep kept");
    results.put("added", added());
    results.put("keepsAll", annotate.keepsAll());
    results.put("maxList", PassagePairs.MAX_LIST);
  }

  @Override
  DropRule rule(CorpusDocuments corpus) {
    Verification verification = noLosses && !loss.keepsVariants() ? null : limit().verification();
    return verification == null
        ? loss.rule()
        : JobDropRule.separating(loss.rule(), corpus, verification);
  }

  @Override
  void run(CorpusDocuments corpus) throws IOException {
    NearGroups groups = groups(corpus);
    Double share = loss.contained();
    if (share != null) {
      Dataset<Row> without = groups.members().where("NOT kept").select("number");
      groups =
          groups.withContained(
              ContainedRecords.of(corpus, without, groups.dropped(), share, rule()));
    }
    Dataset<Row> dropped = groups.droppedMembers();
    Losses losses = noLosses ? null : new Losses(corpus, groups, rule());
    if (loss.isRequested()) {
      corpus.job().report().put("nearAndKept", groups.spared());
    }
    Dataset<Row> annotation =
        added().isEmpty() ? null : Annotation.of(corpus.job(), groups, losses);
    long annotated = groups.groups() + groups.dropped();
    Dataset<Row> out = dropped.select("number");
    if (!strip.isRequested()) {
      Dataset<Row> without = annotate.keepsAll() ? out.limit(0) : out;
      corpus.writeRecords(without, groups.dropped(), null, annotation, annotated);
    } else {
      StrippedPassages stripped =
          new StrippedPassages(corpus, out, groups.dropped(), strip.minWords(spec));
      out = out.union(stripped.emptied());
      long size = groups.dropped() + stripped.emptiedSize();
      corpus.writeRecords(out, size, stripped.texts(), annotation, annotated);
      list(corpus, "stripped", "passages that were removed", stripped.passages());
    }
    list(corpus, "dropped", "dropped records", listed(corpus, dropped, losses));
    list(
        corpus,
        "kept",
        "ids of kept records",
        corpus
            .documents()
            .where("fault IS NULL")
            .where(corpus.isInput("number"))
            .join(out, new String[] {"number"}, "left_anti")
            .select("id"));
  }

  private Dataset<Row> listed(
      CorpusDocuments corpus, Dataset<Row> dropped, @Nullable Losses losses) {
    String reason =
        "CASE WHEN inside THEN 'inside another record' WHEN distance = 0 THEN 'equal fingerprint'"
            + " WHEN distance <= "
            + limit().reach()
            + " THEN 'near-duplicate' ELSE 'chain of near-duplicates' END AS reason";
    List<Column> columns = new ArrayList<>();
    Stream.of("id", "keptId AS kept", "distance", reason)
        .map(functions::expr)
        .forEach(columns::add);
    if (losses != null) {
      Stream.of("kind", "similarity", "unique").map(functions::expr).forEach(columns::add);
    }
    columns.add(corpus.file("number").as("file"));
    columns.add(CorpusDocuments.place());
    if (against.isGiven()) {
      Column isReferred = functions.expr("NOT " + corpus.isInput("survivor"));
      columns.add(functions.when(isReferred, corpus.file("survivor")).as("reference"));
    }
    Dataset<Row> listed = losses == null ? dropped : losses.with(dropped);
    return listed.select(columns.toArray(Column[]::new));
  }
}
