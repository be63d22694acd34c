/// The parts that both indexes share: plans, matches, owners of fingerprints. An index returns the
/// documents within a distance of a fingerprint, under concurrent readers and writers. Plain Java,
/// no framework.
@NullMarked
package io.neardup.index;

import org.jspecify.annotations.NullMarked;
