package io.neardup.spark.corpus;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.DropRule;
import io.neardup.measure.Verification;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.sql.Row;

/// Rules on which records may be dropped for which.
public final class JobDropRule {

  private static final int TASKS = 4; // that count, 16 MiB each

  private JobDropRule() {}

  /// The rule that separates variants from copies, too: the features of all records are counted, of
  /// many those of a sample.
  public static DropRule separating(
      DropRule rule, CorpusRecords corpus, Verification verification) {
    corpus.job().folder().describe("numbers of records with each feature");
    long all = corpus.records() + corpus.referred();
    int step = DropRule.step((int) Math.min(Integer.MAX_VALUE, all));
    JobProfile profile = corpus.job().profile();
    DocumentFrequencies counted =
        corpus
            .texts("pmod(xxhash64(number), " + step + ") = 0")
            .select("text")
            .repartition(TASKS)
            .toJavaRDD()
            .mapPartitions(texts -> List.of(counted(profile.build(), texts)).iterator())
            .reduce((one, other) -> {
              one.add(other);
              return one;
            });
    return rule.separating(counted, step, verification);
  }

  private static DocumentFrequencies counted(Profile recipe, Iterator<Row> texts) {
    DocumentFrequencies frequencies = new DocumentFrequencies();
    texts.forEachRemaining(
        text -> frequencies.add(recipe.vector(new Content.Text(text.getString(0)))));
    return frequencies;
  }
}
