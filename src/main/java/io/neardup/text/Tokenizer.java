package io.neardup.text;

/// Divides a normalised text into tokens. Stateless and thread-safe.
@FunctionalInterface
public interface Tokenizer {

  /// Passes every token of `text` to `sink`, in order.
  void tokenize(NormalizedText text, TokenSink sink);

  /// The tokenizer for finding passages: its tokens are disjoint ranges of the text, in order, and
  /// the tokens of a sentence do not depend on what precedes it. By default this one.
  default Tokenizer forPassages() {
    return this;
  }
}
