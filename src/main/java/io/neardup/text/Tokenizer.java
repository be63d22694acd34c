package io.neardup.text;

/// Cuts a normalised text into tokens. Stateless; safe for concurrent use.
@FunctionalInterface
public interface Tokenizer {

  /// Hands every token of `text` to `sink`, in order of their place.
  void tokenize(NormalizedText text, TokenSink sink);
}
