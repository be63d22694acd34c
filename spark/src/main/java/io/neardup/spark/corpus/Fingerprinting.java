package io.neardup.spark.corpus;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Sketch;
import io.neardup.spark.pair.FingerprintBytes;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;

/// Computes the fingerprints of texts.
public final class Fingerprinting {

  /// `fp` is null for texts without features, which are near-duplicates of nothing, and for records
  /// with a fault.
  public static final StructType DOCUMENTS =
      new StructType()
          .add("number", DataTypes.LongType, false)
          .add("id", DataTypes.StringType, true)
          .add("fp", DataTypes.BinaryType, true)
          .add("features", DataTypes.IntegerType, false)
          .add("fault", DataTypes.StringType, true);

  private Fingerprinting() {}

  /// The row of a text, as [io.neardup.spark.input.RecordInput#TEXTS] has it.
  static Row document(Profile recipe, Row text) {
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
