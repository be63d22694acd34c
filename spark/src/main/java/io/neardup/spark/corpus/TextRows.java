package io.neardup.spark.corpus;

import io.neardup.profile.Profile;
import java.io.Serializable;
import org.apache.spark.api.java.function.MapFunction;
import org.apache.spark.sql.Row;

/// Makes a row of each text.
///
/// @param profile how texts become tokens and fingerprints
public record TextRows(JobProfile profile, Maker maker) implements MapFunction<Row, Row> {

  /// Makes rows.
  @FunctionalInterface
  public interface Maker extends Serializable {

    /// The row of a text.
    ///
    /// @param text as in [io.neardup.spark.input.RecordInput#TEXTS]
    Row row(Profile profile, Row text);
  }

  @Override
  public Row call(Row text) {
    return maker.row(profile.build(), text);
  }
}
