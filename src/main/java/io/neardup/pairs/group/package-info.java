/// Groups of fingerprints that are near-duplicates of each other: connected components, or stars
/// around one.
@NullMarked
package io.neardup.pairs.group;

import org.jspecify.annotations.NullMarked;
