/// Ways to tell how alike two texts are that do not go by fingerprints: vectors, sets, edits,
/// common substrings, longest sentences. Pure Java, no framework.
@NullMarked
package io.neardup.measure;

import org.jspecify.annotations.NullMarked;
