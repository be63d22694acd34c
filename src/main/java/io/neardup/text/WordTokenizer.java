package io.neardup.text;

/// Cuts a normalised text into words.
///
/// A token is a longest run of letters, digits and their marks. In scripts written without spaces
/// (Han, kana, Thai, Lao, Khmer, Myanmar) every character, with its marks, is a token. Everything
/// else separates. O(bytes); no allocation.
public final class WordTokenizer implements Tokenizer {

  private static final byte[] ASCII_CLASS = new byte[128];

  static {
    for (int c = 0; c < ASCII_CLASS.length; c++) {
      ASCII_CLASS[c] = CharacterClass.of(c);
    }
  }

  @Override
  public void tokenize(NormalizedText text, TokenSink sink) {
    byte[] bytes = text.bytes();
    int length = text.length();
    int start = -1; // of the open token, -1 when none is open
    boolean spaceless = false; // whether the open token is a spaceless character
    for (int at = 0; at < length; ) {
      int size = sequenceLength(bytes[at]);
      byte kind = size == 1 ? ASCII_CLASS[bytes[at]] : CharacterClass.of(decode(bytes, at, size));
      boolean continues =
          start >= 0
              && (kind == CharacterClass.MARK || (kind == CharacterClass.WORD && !spaceless));
      if (!continues) {
        if (start >= 0) {
          sink.token(bytes, start, at, spaceless);
        }
        boolean opens = kind == CharacterClass.WORD || kind == CharacterClass.SPACELESS;
        start = opens ? at : -1;
        spaceless = kind == CharacterClass.SPACELESS;
      }
      at += size;
    }
    if (start >= 0) {
      sink.token(bytes, start, length, spaceless);
    }
  }

  static int sequenceLength(byte lead) {
    if (lead >= 0) {
      return 1;
    }
    return lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4;
  }

  static int decode(byte[] bytes, int at, int size) {
    int codePoint = bytes[at] & (0x7F >>> size);
    for (int i = at + 1; i < at + size; i++) {
      codePoint = codePoint << 6 | bytes[i] & 0x3F;
    }
    return codePoint;
  }
}
