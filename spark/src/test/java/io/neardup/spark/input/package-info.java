@NullMarked
package io.neardup.spark.input;

import org.jspecify.annotations.NullMarked;
