package io.neardup.spark;

import org.apache.spark.sql.Column;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;

/// Fingerprints as column functions, and as functions of SQL.
public final class NeardupFunctions {

  private NeardupFunctions() {}

  /// The fingerprint of each text, in hex; null for null, and for texts without features.
  ///
  /// @param profile the name of a built-in profile, such as `simhash-256-v1`
  public static Column fingerprint(Column text, String profile) {
    return functions
        .udf(new FingerprintFunction(), DataTypes.StringType)
        .apply(text, functions.lit(profile));
  }

  /// The number of differing bits of two fingerprints in hex.
  public static Column distance(Column a, Column b) {
    return functions.udf(new DistanceFunction(), DataTypes.IntegerType).apply(a, b);
  }

  /// Registers `neardup_fingerprint(text, profile)` and `neardup_distance(a, b)`.
  public static void register(SparkSession spark) {
    spark.udf().register("neardup_fingerprint", new FingerprintFunction(), DataTypes.StringType);
    spark.udf().register("neardup_distance", new DistanceFunction(), DataTypes.IntegerType);
  }
}
