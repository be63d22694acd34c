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

  /// The rank of a document, the smallest one is preferred: `order`, then `number` of the document,
  /// so that any two are different.
  public Column rank() {
    Column order =
        switch (this) {
          case FIRST, CENTRAL -> lit(0L);
          case LAST -> negate(col("number"));
          case LONGEST -> negate(col("features")).cast("bigint");
        };
    return struct(order.as("order"), col("number"));
  }
}
