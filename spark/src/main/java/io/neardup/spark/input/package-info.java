/// The records of a corpus: Parquet and JSON lines.
@NullMarked
package io.neardup.spark.input;

import org.jspecify.annotations.NullMarked;
