package io.neardup.text;

/// Divides a text at white space only, so that punctuation remains part of words. O(bytes).
public final class WhitespaceTokenizer implements Tokenizer {

  @Override
  public void tokenize(NormalizedText text, TokenSink sink) {
    byte[] bytes = text.bytes();
    int start = -1; // of the current token, -1 if none
    for (int at = 0; at < text.length(); ) {
      int size = WordTokenizer.sequenceLength(bytes[at]);
      boolean space = isSpace(WordTokenizer.decode(bytes, at, size));
      if (space && start >= 0) {
        sink.token(bytes, start, at, false);
        start = -1;
      } else if (!space && start < 0) {
        start = at;
      }
      at += size;
    }
    if (start >= 0) {
      sink.token(bytes, start, text.length(), false);
    }
  }

  private static boolean isSpace(int codePoint) {
    return Character.isWhitespace(codePoint) || Character.isSpaceChar(codePoint);
  }
}
