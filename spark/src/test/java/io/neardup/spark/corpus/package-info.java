@NullMarked
package io.neardup.spark.corpus;

import org.jspecify.annotations.NullMarked;
