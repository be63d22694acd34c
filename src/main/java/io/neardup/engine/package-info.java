/// The entry to the engine: [io.neardup.engine.TextIndex] finds texts,
/// [io.neardup.engine.IndexLayout] creates indexes of fingerprints.
///
/// As the library `io.neardup:neardup-engine`, the engine needs ICU4J, two analysers of Lucene and
/// the annotations of JSpecify. What else it uses is optional, and a class that misses it fails
/// with a `NoClassDefFoundError`: pages of HTML need jsoup and readability4j, the measures MinHash
/// and edit distance hash4j and commons-text, profiles from files snakeyaml.
@NullMarked
package io.neardup.engine;

import org.jspecify.annotations.NullMarked;
