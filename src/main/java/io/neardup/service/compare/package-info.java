/// Comparison of texts and stored documents, and explanation of matches.
@NullMarked
package io.neardup.service.compare;

import org.jspecify.annotations.NullMarked;
