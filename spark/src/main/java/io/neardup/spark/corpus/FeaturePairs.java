package io.neardup.spark.corpus;

import io.neardup.measure.DropRule;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import java.io.Serializable;
import java.util.Iterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/// Compares the features of pairs of texts: `a`, `b`, `textA`, `textB` and further columns.
///
/// @param rule which texts may be dropped for which
record FeaturePairs(JobProfile profile, JobDropRule rule, Comparison comparison)
    implements MapPartitionsFunction<Row, Row> {

  /// Compares two texts.
  @FunctionalInterface
  interface Comparison extends Serializable {

    /// The result for a pair.
    Row of(Row pair, FeatureVector a, FeatureVector b, DropRule rule);
  }

  @Override
  public Iterator<Row> call(Iterator<Row> pairs) {
    Profile recipe = profile.build();
    DropRule built = rule.build();
    Function<String, FeatureVector> features = text -> recipe.vector(new Content.Text(text));
    TextPairs.Side<FeatureVector> later = new TextPairs.Side<>(features);
    return StreamSupport.stream(Spliterators.spliteratorUnknownSize(pairs, 0), false)
        .map(pair ->
            comparison.of(
                pair,
                features.apply(pair.getString(2)),
                later.of(pair.getLong(1), pair.getString(3)),
                built))
        .iterator();
  }
}
