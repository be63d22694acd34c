/// Which distance separates near-duplicates from other texts, measured on labelled pairs or on
/// documents.
@NullMarked
package io.neardup.calibrate;

import org.jspecify.annotations.NullMarked;
