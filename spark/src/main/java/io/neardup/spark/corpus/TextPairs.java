package io.neardup.spark.corpus;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import io.neardup.spark.pair.BandPairs;
import java.io.IOException;
import java.io.Serializable;
import java.util.Objects;
import java.util.Spliterators;
import java.util.stream.StreamSupport;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/// Pairs of records with their texts, which are read again, and joined with the pairs: a text takes
/// less of a shuffle than its features or tokens, and a task holds two.
///
/// @param profile how texts become tokens and features
/// @param pairs `a` and `b`, further columns, `textA` and `textB`
public record TextPairs(JobProfile profile, Dataset<Row> pairs) {

  /// Adds the texts to pairs.
  ///
  /// @param stage the name of the stage that reads the texts
  /// @param pairs with the numbers of records in `a` and `b`
  public static TextPairs of(CorpusRecords corpus, String stage, Dataset<Row> pairs)
      throws IOException {
    CorpusJob job = corpus.job();
    Dataset<Row> numbers = pairs.select("a").union(pairs.select("b")).toDF("number").distinct();
    Dataset<Row> texts =
        job.folder().stage(stage, "texts of candidates", () -> corpus.texts(numbers));
    return new TextPairs(job.profile(), BandPairs.joined(pairs, texts));
  }

  /// Makes what is compared of a text.
  ///
  /// @param <T> what is compared
  @FunctionalInterface
  public interface Maker<T> extends Serializable {

    /// What is made of a text.
    T of(Profile profile, String text);
  }

  /// Compares two texts.
  ///
  /// @param <T> what is compared
  @FunctionalInterface
  public interface Comparison<T> extends Serializable {

    /// The result for a pair, null for none.
    @Nullable Row of(Row pair, T a, T b);
  }

  /// Compares the features of all pairs.
  ///
  /// @param schema of the results
  public Dataset<Row> compareFeatures(Comparison<FeatureVector> comparison, StructType schema) {
    return compare((recipe, text) -> recipe.vector(new Content.Text(text)), comparison, schema);
  }

  /// Compares all pairs.
  ///
  /// @param <T> what is compared
  /// @param schema of the results
  public <T> Dataset<Row> compare(Maker<T> maker, Comparison<T> comparison, StructType schema) {
    JobProfile recipe = profile;
    MapPartitionsFunction<Row, Row> compare =
        rows -> {
          Side<T> a = new Side<>(recipe.build(), maker);
          Side<T> b = new Side<>(recipe.build(), maker);
          return StreamSupport.stream(Spliterators.spliteratorUnknownSize(rows, 0), false)
              .map(pair ->
                  comparison.of(
                      pair,
                      a.of(pair.getLong(0), pair.getAs("textA")),
                      b.of(pair.getLong(1), pair.getAs("textB"))))
              .filter(Objects::nonNull)
              .iterator();
        };
    return pairs.mapPartitions(compare, Encoders.row(schema));
  }

  /// What is made of the texts of one side: pairs of a record mostly follow each other.
  private static final class Side<T> {

    private final Profile profile;
    private final Maker<T> maker;
    private long number = -1;
    private @Nullable T last;

    Side(Profile profile, Maker<T> maker) {
      this.profile = profile;
      this.maker = maker;
    }

    T of(long record, String text) {
      T made = last;
      if (made == null || number != record) {
        made = maker.of(profile, text);
        number = record;
        last = made;
      }
      return made;
    }
  }
}
