/// All pairs of near fingerprints of a whole collection, and the groups they form. Pure Java, no
/// framework.
@NullMarked
package io.neardup.pairs;

import org.jspecify.annotations.NullMarked;
