/// Features to fingerprints: hash, accumulate, sign; or race for columns (MinHash). Pure Java, no
/// framework.
@NullMarked
package io.neardup.simhash;

import org.jspecify.annotations.NullMarked;
