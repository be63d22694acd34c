/// The documents of a corpus, their stages, and the groups of near-duplicates.
@NullMarked
package io.neardup.spark.corpus;

import org.jspecify.annotations.NullMarked;
