/// Passages that texts have in common: quotations, copied chapters, boilerplate, truncated copies.
///
/// A fingerprint measures whole texts: that of a text quoted in a longer one is far from it.
/// [io.neardup.passage.Winnowing] selects anchors, hashes of short runs of words, so that texts
/// with a common passage of 17 words have a common anchor. [io.neardup.passage.CommonPassages]
/// extends anchors to the exact edges of passages, over a few edited words. Plain Java, no
/// framework.
@NullMarked
package io.neardup.passage;

import org.jspecify.annotations.NullMarked;
