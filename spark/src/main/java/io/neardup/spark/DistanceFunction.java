package io.neardup.spark;

import io.neardup.simhash.Fingerprint;
import org.apache.spark.sql.api.java.UDF2;
import org.jspecify.annotations.Nullable;

/// The SQL function `neardup_distance(a, b)`: the number of differing bits of two fingerprints in
/// hex, 8 to 128 digits. Null if one of them is null.
public final class DistanceFunction implements UDF2<String, String, Integer> {

  private static final long serialVersionUID = 1L;

  /// For Spark, which creates functions by their names.
  public DistanceFunction() {}

  /// @throws IllegalArgumentException if they have different lengths or other characters
  @Override
  public @Nullable Integer call(@Nullable String a, @Nullable String b) {
    if (a == null || b == null) {
      return null;
    }
    if (a.length() != b.length()) {
      throw new IllegalArgumentException(
          "neardup_distance: fingerprints of "
              + a.length()
              + " and "
              + b.length()
              + " hex digits cannot be compared");
    }
    int bits = 4 * a.length();
    return Fingerprint.parse(a, bits).distance(Fingerprint.parse(b, bits));
  }
}
