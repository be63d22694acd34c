package io.neardup.spark.corpus;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import io.neardup.spark.pair.BandPairs;
import java.io.IOException;
import java.io.Serializable;
import java.util.stream.Stream;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.api.java.function.Function3;
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

  /// Compares the features of all pairs.
  ///
  /// @param schema of the results
  public Dataset<Row> compareFeatures(
      Function3<Row, FeatureVector, FeatureVector, @Nullable Row> comparison, StructType schema) {
    return compare((recipe, text) -> recipe.vector(new Content.Text(text)), comparison, schema);
  }

  /// Compares all pairs.
  ///
  /// @param <T> what is compared
  /// @param maker makes it of a text
  /// @param comparison makes the result for a pair, null for none
  /// @param schema of the results
  public <T> Dataset<Row> compare(
      Function2<Profile, String, T> maker,
      Function3<Row, T, T, @Nullable Row> comparison,
      StructType schema) {
    Side<T> a = new Side<>(profile, maker);
    Side<T> b = new Side<>(profile, maker);
    FlatMapFunction<Row, Row> compare =
        pair -> {
          T one = a.of(pair.getLong(0), pair.getAs("textA"));
          T other = b.of(pair.getLong(1), pair.getAs("textB"));
          return Stream.ofNullable(comparison.call(pair, one, other)).iterator();
        };
    return pairs.flatMap(compare, Encoders.row(schema));
  }

  /// What is made of the texts of one side, by each task: pairs of a record mostly follow each
  /// other.
  private static final class Side<T> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final JobProfile profile;
    private final Function2<Profile, String, T> maker;
    private long number = -1;
    private transient @Nullable T last;

    Side(JobProfile profile, Function2<Profile, String, T> maker) {
      this.profile = profile;
      this.maker = maker;
    }

    T of(long record, String text) throws Exception {
      T made = last;
      if (made == null || number != record) {
        made = maker.call(profile.build(), text);
        number = record;
        last = made;
      }
      return made;
    }
  }
}
