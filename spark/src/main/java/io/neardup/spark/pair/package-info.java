/// The pairs of distinct fingerprints within a distance: blocks, groups, joins.
@NullMarked
package io.neardup.spark.pair;

import org.jspecify.annotations.NullMarked;
