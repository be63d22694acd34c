/// Passages that texts share: quotations, copied chapters, boilerplate, truncated copies.
///
/// A fingerprint measures whole texts: a text and a longer one that quotes it have distant
/// fingerprints. [io.neardup.passage.Winnowing] selects anchors, hashes of short runs of words, so
/// that texts with a common passage of 17 words have a common anchor.
/// [io.neardup.passage.CommonPassages] extends anchors to the exact edges of passages, over a few
/// edited words. Plain Java, no framework.
@NullMarked
package io.neardup.passage;

import org.jspecify.annotations.NullMarked;
