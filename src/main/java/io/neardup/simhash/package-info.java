/// Features to fingerprints: hash, accumulate, sign. Pure Java, no framework.
@NullMarked
package io.neardup.simhash;

import org.jspecify.annotations.NullMarked;
