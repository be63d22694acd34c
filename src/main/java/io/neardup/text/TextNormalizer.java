package io.neardup.text;

import java.util.function.Function;

/// Normalises texts for a tokeniser; on request, traces each byte back to its place in the text.
/// Stateless and thread-safe.
public interface TextNormalizer extends Function<String, NormalizedText> {

  /// Normalises a text like [#apply], and records the origin of each byte. O(length), slower than
  /// [#apply]; takes 4 more bytes per byte, unless the text is ASCII.
  TracedText trace(String text);
}
