/// Comparisons of texts and stored documents, and why a lookup found a match.
@NullMarked
package io.neardup.service.compare;

import org.jspecify.annotations.NullMarked;
