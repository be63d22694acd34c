/// The permutation tables of fingerprints of up to 64 bits.
/// [io.neardup.index.narrow.PermutationIndex] has a drawing.
@NullMarked
package io.neardup.index.narrow;

import org.jspecify.annotations.NullMarked;
