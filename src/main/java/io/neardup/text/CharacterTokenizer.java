package io.neardup.text;

/// Divides a text of any language into overlapping runs of `n` characters (n-grams). Everything
/// between words counts as one space; a text shorter than `n` characters is one token.
///
/// A character is a letter or digit with its marks. O(n · bytes), including the sink's reads.
///
/// @param n characters per token, 1 to 32
public record CharacterTokenizer(int n) implements Tokenizer {

  /// The longest run.
  public static final int MAX_N = 32;

  /// Rejects lengths out of range.
  public CharacterTokenizer {
    if (n < 1 || n > MAX_N) {
      throw new IllegalArgumentException("n must be 1 to 32 characters, was " + n);
    }
  }

  /// Words, because runs of characters overlap.
  @Override
  public Tokenizer forPassages() {
    return new WordTokenizer();
  }

  @Override
  public void tokenize(NormalizedText text, TokenSink sink) {
    Window window = new Window(n, text.length(), sink);
    byte[] bytes = text.bytes();
    byte before = CharacterClass.SEPARATOR;
    for (int at = 0; at < text.length(); ) {
      int size = WordTokenizer.sequenceLength(bytes[at]);
      byte kind = CharacterClass.of(WordTokenizer.decode(bytes, at, size));
      boolean mark = kind == CharacterClass.MARK;
      if (mark ? before != CharacterClass.SEPARATOR : kind != CharacterClass.SEPARATOR) {
        window.append(bytes, at, size, mark, before == CharacterClass.SEPARATOR);
        before = kind;
      } else {
        before = CharacterClass.SEPARATOR;
      }
      at += size;
    }
    window.finish();
  }

  /// The text without separators, and the starts of its latest characters.
  private static final class Window {

    private final TokenSink sink;
    private final byte[] compact;
    private final int[] starts; // of the latest characters, a ring buffer
    private int length;
    private long characters;

    Window(int n, int capacity, TokenSink sink) {
      this.sink = sink;
      this.compact = new byte[capacity];
      this.starts = new int[n];
    }

    void append(byte[] bytes, int at, int size, boolean mark, boolean afterSeparator) {
      if (!mark) {
        if (afterSeparator && characters > 0) {
          begin();
          compact[length++] = ' ';
        }
        begin();
      }
      System.arraycopy(bytes, at, compact, length, size);
      length += size;
    }

    /// Passes the last token.
    void finish() {
      if (characters > 0) {
        sink.token(compact, first(), length, false);
      }
    }

    private void begin() {
      if (characters >= starts.length) {
        sink.token(compact, first(), length, false);
      }
      starts[(int) (characters++ % starts.length)] = length;
    }

    private int first() {
      return characters < starts.length ? 0 : starts[(int) (characters % starts.length)];
    }
  }
}
