package io.neardup.spark;

import org.apache.spark.sql.api.java.UDF2;
import org.jspecify.annotations.Nullable;

/// The SQL function `neardup_distance(a, b)`: the number of differing bits of two fingerprints in
/// hex. Null if one of them is null.
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
    int distance = 0;
    for (int i = 0; i < a.length(); i++) {
      distance += Integer.bitCount(digit(a, i) ^ digit(b, i));
    }
    return distance;
  }

  private static int digit(String hex, int index) {
    char c = hex.charAt(index);
    int digit = c < 0x80 ? Character.digit(c, 16) : -1;
    if (digit < 0) {
      throw new IllegalArgumentException(
          "neardup_distance: a fingerprint has only the digits 0-9 and a-f, got another character at"
              + " index "
              + index);
    }
    return digit;
  }
}
