@NullMarked
package io.neardup.spark.pair;

import org.jspecify.annotations.NullMarked;
