/// Groups of near-duplicates: connected components, or stars around one document.
@NullMarked
package io.neardup.pairs.group;

import org.jspecify.annotations.NullMarked;
