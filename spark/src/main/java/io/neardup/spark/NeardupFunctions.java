package io.neardup.spark;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;

/// Fingerprints as functions of SQL, and of columns by `call_udf`.
public final class NeardupFunctions {

  private NeardupFunctions() {}

  /// Registers `neardup_fingerprint(text, profile)` and `neardup_distance(a, b)`.
  public static void register(SparkSession spark) {
    spark.udf().register("neardup_fingerprint", new FingerprintFunction(), DataTypes.StringType);
    spark.udf().register("neardup_distance", new DistanceFunction(), DataTypes.IntegerType);
  }
}
