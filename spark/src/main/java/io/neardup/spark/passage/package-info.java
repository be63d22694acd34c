/// The passages that records share: anchors as keys, candidates, and what many records have.
@NullMarked
package io.neardup.spark.passage;

import org.jspecify.annotations.NullMarked;
