/// Bit arithmetic of fingerprints: blocks, distances, probe recall, sorting; snapshots of a
/// collection's distinct fingerprints. Plain Java, no framework.
@NullMarked
package io.neardup.hamming;

import org.jspecify.annotations.NullMarked;
