/// The block tables and sketches of fingerprints of more than 64 bits.
/// [io.neardup.index.wide.WideIndex] is the entry point.
@NullMarked
package io.neardup.index.wide;

import org.jspecify.annotations.NullMarked;
