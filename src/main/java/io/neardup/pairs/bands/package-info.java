/// Pairs of texts that share features, found by bands of minima. Plain Java, no framework.
@NullMarked
package io.neardup.pairs.bands;

import org.jspecify.annotations.NullMarked;
