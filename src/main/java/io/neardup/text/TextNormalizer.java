package io.neardup.text;

import java.util.function.Function;

/// Normalises texts for a tokeniser, on request with the place in the text that each byte comes
/// from. Stateless and thread-safe.
public interface TextNormalizer extends Function<String, NormalizedText> {

  /// Normalises a text as [#apply] does, with the origins of all bytes. O(length), and slower than
  /// [#apply]; 4 bytes more per byte, unless the text is ASCII.
  TracedText trace(String text);
}
