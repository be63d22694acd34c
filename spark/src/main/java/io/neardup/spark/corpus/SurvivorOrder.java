package io.neardup.spark.corpus;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.negate;
import static org.apache.spark.sql.functions.struct;

import org.apache.spark.sql.Column;

/// Which document of a group is kept, as in the service and on the command line. Ties are decided
/// in favour of the first.
public enum SurvivorOrder {
  /// The first in the order of the files.
  FIRST,

  /// The last.
  LAST,

  /// The one with the most distinct features.
  LONGEST,

  /// The one with the most near-duplicates, then the first; for stars.
  CENTRAL;

  /// The rank of a document, the smallest one is preferred: two numbers, different for any two
  /// documents.
  public Column rank() {
    Column number = col("number");
    return switch (this) {
      case FIRST, CENTRAL -> rank(number, lit(0L));
      case LAST -> rank(negate(number), lit(0L));
      case LONGEST -> rank(negate(col("features")).cast("bigint"), number);
    };
  }

  private static Column rank(Column first, Column second) {
    return struct(first.as("r1"), second.as("r2"));
  }
}
