package io.neardup.spark.corpus;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.spark.pair.FingerprintBytes;
import java.util.Iterator;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// Computes the fingerprints of texts.
///
/// @param profile how texts become fingerprints
public record Fingerprinting(JobProfile profile) implements MapPartitionsFunction<Row, Row> {

  /// `fp` is null for texts without features, which are near-duplicates of nothing, and for records
  /// with a fault.
  public static final StructType DOCUMENTS =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("id", DataTypes.StringType, true)
          .add("fp", DataTypes.BinaryType, true)
          .add("features", DataTypes.IntegerType, false)
          .add("fault", DataTypes.StringType, true);

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
        return document(recipe, texts.next());
      }
    };
  }

  private static Row document(Profile recipe, Row text) {
    Object number = text.get(0);
    Object id = text.get(1);
    String content = text.getString(2);
    String fault = text.getString(3);
    if (fault != null) {
      return RowFactory.create(number, id, null, 0, fault);
    }
    Sketch sketch = recipe.sketch(new Content.Text(content));
    byte[] fp = sketch.isEmpty() ? null : FingerprintBytes.of(sketch.fingerprint());
    return RowFactory.create(number, id, fp, sketch.features(), null);
  }
}
