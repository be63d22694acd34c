package io.neardup.text;

/// Divides a normalised text into words.
///
/// A token is a longest run of letters, digits and their marks. In scripts written without spaces
/// (Han, kana, Thai, Lao, Khmer, Myanmar) every character, with its marks, is a token, and so is
/// every pictograph. All other characters separate tokens. O(bytes); no allocation per token.
///
/// A pictograph is one of these code points, unless its general category is a letter, number or
/// mark: U+231A, 231B, 2328, 23CF, 23E9–23FA, 25FD, 25FE, 2600–2757, 2763–2767, 2795–2797, 27B0,
/// 27BF, 2B1B, 2B1C, 2B50, 2B55, 1F000–1FAFF and 1FC00–1FFFD, assigned or not. It is one code
/// point, whatever is drawn together: a flag is two tokens, its regional indicators; a skin tone is
/// a token after the hand; each member of a family is a token, because normalisation removes the
/// joiners. The keycap of a digit is the digit with a mark, and thus a word.
public final class WordTokenizer implements Tokenizer {

  /* If 64 consecutive bytes are ASCII, as in most texts, they are mapped to 64 bits: 1 for letters and
  digits, 0 for the rest. Words begin and end where neighbouring bits differ, and the next such place is
  one instruction away. Everything else is processed character by character. */

  private static final int BLOCK = Long.SIZE;

  /// The number of word edges that are collected before they are passed.
  private static final int EDGES = 256;

  /// Edges are written this many at a time, because their number in a block cannot be predicted.
  private static final int STEP = 8;

  @Override
  public void tokenize(NormalizedText text, TokenSink sink) {
    new LetterRun(text, sink).tokenize();
  }

  /// The scan of one text.
  private static final class LetterRun {
    private final byte[] bytes;
    private final int length;
    private final TokenSink sink;
    private int at;
    private int start = -1; // of the current token, -1 if none
    private byte kind; // of the current token: a word continues, a single character does not
    private final int[] edges; // alternating begins and ends of words

    LetterRun(NormalizedText text, TokenSink sink) {
      this.bytes = text.bytes();
      this.length = text.length();
      this.sink = sink;
      this.edges = new int[Math.min(length, EDGES) + BLOCK + STEP];
    }

    void tokenize() {
      while (at + BLOCK <= length) {
        if (isAscii(at)) {
          asciiBlocks();
        } else {
          characters(at + BLOCK);
        }
      }
      characters(length);
      close(length);
    }

    private boolean isAscii(int from) {
      long any = 0;
      for (int i = from; i < from + BLOCK; i += Swar.BYTES) {
        any |= Swar.get(bytes, i);
      }
      return !Swar.hasNonAscii(any);
    }

    /// Scans blocks up to the first that is not ASCII.
    private void asciiBlocks() {
      if (kind != CharacterClass.WORD) {
        close(at);
      }
      int count = 0;
      if (start >= 0) {
        edges[count++] = start;
      }
      do {
        long words = 0;
        for (int i = 0; i < BLOCK; i += Swar.BYTES) {
          words |= (long) Swar.wordBits(Swar.get(bytes, at + i)) << i;
        }
        count = addEdges(words ^ (words << 1 | count & 1), count);
        if (count > EDGES) {
          count = pass(count);
        }
        at += BLOCK;
      } while (at + BLOCK <= length && isAscii(at));
      start = pass(count) > 0 ? edges[0] : -1;
      kind = CharacterClass.WORD;
    }

    private int addEdges(long places, int count) {
      int end = count + Long.bitCount(places);
      long left = places;
      for (int from = count; from < end; from += STEP) {
        for (int i = from; i < from + STEP; i++) {
          edges[i] = at + Long.numberOfTrailingZeros(left);
          left &= left - 1;
        }
      }
      return end;
    }

    /// Passes the complete words.
    ///
    /// @return the number of remaining edges: 1 if a word is incomplete, else 0
    private int pass(int count) {
      sink.words(bytes, edges, count / 2);
      if (count % 2 == 0) {
        return 0;
      }
      edges[0] = edges[count - 1];
      return 1;
    }

    private void characters(int end) {
      int next = at;
      while (next < end) {
        int place = next;
        byte lead = bytes[place];
        int codePoint = lead;
        if (lead >= 0) {
          next++;
        } else if (lead >= (byte) 0xE0 && lead < (byte) 0xF0) { // most scripts without spaces
          codePoint = (lead & 0xF) << 12 | (bytes[place + 1] & 0x3F) << 6 | bytes[place + 2] & 0x3F;
          next += 3;
        } else {
          int size = sequenceLength(lead);
          codePoint = decode(bytes, place, size);
          next += size;
        }
        character(CharacterClass.of(codePoint), place);
      }
      at = next;
    }

    private void character(byte next, int place) {
      boolean continues =
          start >= 0
              && (next == CharacterClass.MARK
                  || (next == CharacterClass.WORD && kind == CharacterClass.WORD));
      if (!continues) {
        close(place);
        boolean opens = next != CharacterClass.SEPARATOR && next != CharacterClass.MARK;
        start = opens ? place : -1;
        kind = next;
      }
    }

    private void close(int end) {
      if (start >= 0) {
        sink.token(bytes, start, end, kind == CharacterClass.SPACELESS);
      }
      start = -1;
    }
  }

  /// The number of bytes of the code point that begins with `lead`.
  static int sequenceLength(byte lead) {
    if (lead >= 0) {
      return 1;
    }
    return lead < (byte) 0xE0 ? 2 : lead < (byte) 0xF0 ? 3 : 4;
  }

  /// The code point of the `size` bytes from `at`.
  static int decode(byte[] bytes, int at, int size) {
    int codePoint = size == 1 ? bytes[at] : bytes[at] & (0x7F >>> size);
    for (int i = at + 1; i < at + size; i++) {
      codePoint = codePoint << 6 | bytes[i] & 0x3F;
    }
    return codePoint;
  }
}
