/// All pairs of fingerprints of a collection within a distance. Plain Java, no framework.
@NullMarked
package io.neardup.pairs;

import org.jspecify.annotations.NullMarked;
