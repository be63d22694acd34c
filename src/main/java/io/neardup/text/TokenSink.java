package io.neardup.text;

/// Takes the tokens of one text, in order of their place.
@FunctionalInterface
public interface TokenSink {

  /// Takes the token `text[start, end)`. The array is only lent: read it now, copy what is to be
  /// kept.
  ///
  /// @param spaceless whether the token is one character of a script written without spaces
  void token(byte[] text, int start, int end, boolean spaceless);

  /// Takes tokens of scripts with spaces, many at once: token i is `text[edges[2 * i], edges[2 * i
  /// + 1])`. Both arrays are only lent.
  default void words(byte[] text, int[] edges, int count) {
    for (int i = 0; i < count; i++) {
      token(text, edges[2 * i], edges[2 * i + 1], false);
    }
  }
}
