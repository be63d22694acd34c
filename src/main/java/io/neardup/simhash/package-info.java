/// Features to fingerprints: hashing, accumulation, signs. Plain Java, no framework.
@NullMarked
package io.neardup.simhash;

import org.jspecify.annotations.NullMarked;
