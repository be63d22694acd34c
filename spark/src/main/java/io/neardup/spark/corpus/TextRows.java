package io.neardup.spark.corpus;

import io.neardup.profile.Profile;
import java.io.Serializable;
import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;

/// Makes a row of each text.
///
/// @param profile how texts become tokens and fingerprints
public record TextRows(JobProfile profile, Maker maker) implements MapPartitionsFunction<Row, Row> {

  /// Makes rows.
  @FunctionalInterface
  public interface Maker extends Serializable {

    /// The row of a text.
    ///
    /// @param text as in [io.neardup.spark.input.RecordInput#TEXTS]
    Row row(Profile profile, Row text);
  }

  @Override
  public Iterator<Row> call(Iterator<Row> texts) {
    Profile recipe = profile.build();
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        return texts.hasNext();
      }

      @Override
      public Row next() {
        return maker.row(recipe, texts.next());
      }
    };
  }
}
