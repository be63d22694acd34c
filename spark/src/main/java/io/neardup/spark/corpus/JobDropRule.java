package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.xxhash64;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.DropRule;
import io.neardup.measure.Verification;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/// What executors need of a [DropRule].
///
/// @param counted in how many records each feature occurs, among every `step`th record; null if
///   variants are not separated from copies
/// @param minSimilarity below which near-duplicates are variants
public record JobDropRule(
    double maxUnique,
    boolean keepsVariants,
    @Nullable Broadcast<DocumentFrequencies> counted,
    int step,
    double minSimilarity)
    implements Serializable {

  /// All may be dropped.
  public static final JobDropRule ALL = of(DropRule.ALL);

  private static final int TASKS = 4; // that count, 16 MiB each

  /// A rule that does not separate variants.
  public static JobDropRule of(DropRule rule) {
    return new JobDropRule(rule.maxUnique(), rule.keepsVariants(), null, 1, 0);
  }

  /// The rule that separates variants: the features of all records are counted, of many those of a
  /// sample.
  public static JobDropRule separating(
      DropRule rule, CorpusRecords corpus, WorkFolder folder, Verification verification) {
    folder.describe("numbers of records with each feature");
    long all = corpus.records() + corpus.referred();
    int step = DropRule.step((int) Math.min(Integer.MAX_VALUE, all));
    Dataset<Row> sample = corpus.texts(pmod(xxhash64(col("number")), lit(step)).equalTo(0));
    JobProfile profile = corpus.profile();
    DocumentFrequencies counted =
        sample
            .select("text")
            .repartition(TASKS)
            .toJavaRDD()
            .mapPartitions(texts -> List.of(counted(profile.build(), texts)).iterator())
            .reduce((one, other) -> {
              one.add(other);
              return one;
            });
    return new JobDropRule(
        rule.maxUnique(),
        rule.keepsVariants(),
        JavaSparkContext.fromSparkContext(sample.sparkSession().sparkContext()).broadcast(counted),
        step,
        verification.minSimilarity());
  }

  private static DocumentFrequencies counted(Profile recipe, Iterator<Row> texts) {
    DocumentFrequencies frequencies = new DocumentFrequencies();
    texts.forEachRemaining(
        text -> frequencies.add(recipe.vector(new Content.Text(text.getString(0)))));
    return frequencies;
  }

  /// Whether all may be dropped.
  public boolean isAll() {
    return build().isAll();
  }

  /// The rule.
  DropRule build() {
    return new DropRule(
        maxUnique,
        counted == null ? null : DropRule.rarity(counted.value(), step),
        minSimilarity,
        keepsVariants);
  }
}
