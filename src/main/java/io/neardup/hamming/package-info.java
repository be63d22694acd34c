/// Bit arithmetic of fingerprints: blocks, distances, recall of probes, sorting; snapshots of the
/// distinct fingerprints of a collection. Plain Java, no framework.
@NullMarked
package io.neardup.hamming;

import org.jspecify.annotations.NullMarked;
