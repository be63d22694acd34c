/// Edited words: texts with some words edited, and the share of words in which two texts differ.
@NullMarked
package io.neardup.calibrate.edit;

import org.jspecify.annotations.NullMarked;
