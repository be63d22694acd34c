/// Parquet files, in and out.
@NullMarked
package io.neardup.cli.parquet;

import org.jspecify.annotations.NullMarked;
