package io.neardup.spark.pair;

import io.neardup.pairs.bands.BandPlan;
import io.neardup.pairs.bands.BandRow;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/// What refuses most candidates of a band, in binary columns: a sketch of 16 bytes, and 9 further
/// minima.
public final class KnownBands {

  static final int BYTES = 2 * Long.BYTES + BandPlan.FURTHER;

  private KnownBands() {}

  /// The bytes of a text, without the keys of its bands.
  public static byte[] bytes(BandRow row) {
    ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long word : row.sketch()) {
      bytes.putLong(word);
    }
    return bytes.put(row.further()).array();
  }

  /// The bands of a text, of which only one is known.
  static BandRow row(int key, byte[] known) {
    ByteBuffer bytes = ByteBuffer.wrap(known).order(ByteOrder.LITTLE_ENDIAN);
    long[] sketch = {bytes.getLong(), bytes.getLong()};
    byte[] further = new byte[BandPlan.FURTHER];
    bytes.get(further);
    return new BandRow(new int[] {key}, further, sketch);
  }
}
