/// Similarity measures that are not based on fingerprints: vectors, sets, edit distance, common
/// substrings, longest sentences. Plain Java, no framework.
@NullMarked
package io.neardup.measure;

import org.jspecify.annotations.NullMarked;
