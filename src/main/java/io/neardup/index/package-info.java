/// Fingerprints to matches: permutation tables over the blocks of fingerprints, live under
/// concurrent readers and writers. Pure Java, no framework.
@NullMarked
package io.neardup.index;

import org.jspecify.annotations.NullMarked;
