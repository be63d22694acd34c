package io.neardup.spark.pair;

import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.BandRow;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/// Copies each text to its bands: the keys of a shuffle, with all that refuses most candidates
/// there.
///
/// ```
/// bands    sketch (16 bytes)  further minima (9)  keys (4 each)
/// known    sketch (16 bytes)  further minima (9)  fingerprint
/// ```
///
/// @param parts into which the keys of a band are divided
public record BandRows(int parts) implements FlatMapFunction<Row, Row> {

  /// `known` is compared, by rows of equal `band` and `key`.
  public static final StructType SCHEMA =
      StructType.fromDDL(
          "band INT NOT NULL, part INT NOT NULL, key INT NOT NULL, first BIGINT NOT NULL,"
              + " content BIGINT NOT NULL, known BINARY NOT NULL");

  static final int KNOWN = 2 * Long.BYTES + BandPlan.FURTHER;

  /// The column `bands` of a text.
  public static byte[] bytes(BandRow row) {
    byte[] bytes = new byte[KNOWN + Integer.BYTES * row.keys().length];
    ByteBuffer buffer = buffer(bytes);
    for (long word : row.sketch()) {
      buffer.putLong(word);
    }
    buffer.put(row.further());
    for (int key : row.keys()) {
      buffer.putInt(key);
    }
    return bytes;
  }

  /// The bands of a row, of which only one is known.
  static BandRow row(int key, byte[] known) {
    ByteBuffer bytes = buffer(known);
    long[] sketch = {bytes.getLong(), bytes.getLong()};
    byte[] further = new byte[BandPlan.FURTHER];
    bytes.get(further);
    return new BandRow(new int[] {key}, further, sketch);
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Override
  public Iterator<Row> call(Row row) {
    ByteBuffer bands = buffer(row.getAs("bands"));
    byte[] fp = row.getAs("fp");
    byte[] known = new byte[KNOWN + fp.length];
    bands.get(known, 0, KNOWN);
    System.arraycopy(fp, 0, known, KNOWN, fp.length);
    List<Row> copies = new ArrayList<>();
    for (int band = 0; bands.hasRemaining(); band++) {
      int key = bands.getInt();
      copies.add(
          RowFactory.create(
              band,
              Integer.remainderUnsigned(key, parts),
              key,
              row.getAs("first"),
              row.getAs("content"),
              known));
    }
    return copies.iterator();
  }
}
