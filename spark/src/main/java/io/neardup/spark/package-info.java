/// A Spark job that finds near-duplicates in corpora, on the engine of neardup.
@NullMarked
package io.neardup.spark;

import org.jspecify.annotations.NullMarked;
