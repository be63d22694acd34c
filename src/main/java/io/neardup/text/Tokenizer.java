package io.neardup.text;

/// Divides a normalised text into tokens. Stateless and thread-safe.
@FunctionalInterface
public interface Tokenizer {

  /// Passes every token of `text` to `sink`, in order.
  void tokenize(NormalizedText text, TokenSink sink);
}
