/// Joins of a collection with itself: pairs and groups of near-duplicates.
@NullMarked
package io.neardup.service.join;

import org.jspecify.annotations.NullMarked;
