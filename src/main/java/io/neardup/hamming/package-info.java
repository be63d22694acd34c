/// The distinct fingerprints of a collection at one moment, side by side in memory, with the
/// documents that have each. Pure Java, no framework.
@NullMarked
package io.neardup.hamming;

import org.jspecify.annotations.NullMarked;
