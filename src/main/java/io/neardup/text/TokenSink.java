package io.neardup.text;

/// Receives the tokens of one text, in order.
@FunctionalInterface
public interface TokenSink {

  /// Receives the token `text[start, end)`. The array is valid only during the call.
  ///
  /// @param spaceless whether the token is one character of a script written without spaces
  void token(byte[] text, int start, int end, boolean spaceless);

  /// Receives tokens of scripts with spaces, many at once: token i is `text[edges[2 * i], edges[2 *
  /// i + 1])`. Both arrays are valid only during the call.
  default void words(byte[] text, int[] edges, int count) {
    for (int i = 0; i < count; i++) {
      token(text, edges[2 * i], edges[2 * i + 1], false);
    }
  }
}
