package io.neardup.text;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;
import org.apache.lucene.analysis.tokenattributes.TypeAttribute;

/// Divides a text into words by the rules of Unicode (UAX #29), which keep `can't` and `3.14`
/// whole.
///
/// Each Han or Hiragana character is a token; runs of Katakana, and of Thai, Lao, Khmer or Myanmar,
/// are one token, and so are emoji. Words of more than 255 characters are cut. O(bytes).
public final class UnicodeWordTokenizer implements Tokenizer {

  private static final String IDEOGRAPHIC =
      StandardTokenizer.TOKEN_TYPES[StandardTokenizer.IDEOGRAPHIC];
  private static final String HIRAGANA = StandardTokenizer.TOKEN_TYPES[StandardTokenizer.HIRAGANA];

  @Override
  public void tokenize(NormalizedText text, TokenSink sink) {
    byte[] bytes = text.bytes();
    String decoded = new String(bytes, 0, text.length(), StandardCharsets.UTF_8);
    try (StandardTokenizer words = new StandardTokenizer()) {
      OffsetAttribute offsets = words.addAttribute(OffsetAttribute.class);
      TypeAttribute type = words.addAttribute(TypeAttribute.class);
      words.setReader(new StringReader(decoded));
      words.reset();
      ByteOffset offset = new ByteOffset(decoded);
      while (words.incrementToken()) {
        int start = offset.advanceTo(offsets.startOffset());
        int end = offset.advanceTo(offsets.endOffset());
        boolean spaceless = type.type().equals(IDEOGRAPHIC) || type.type().equals(HIRAGANA);
        sink.token(bytes, start, end, spaceless);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory cannot fail", e);
    }
  }

  /// Converts char offsets in a string to byte offsets in its UTF-8.
  private static final class ByteOffset {

    private final String text;
    private int chars;
    private int bytes;

    ByteOffset(String text) {
      this.text = text;
    }

    /// The byte offset of the char at `target`, which must not be before the last one.
    int advanceTo(int target) {
      for (; chars < target; chars++) {
        char c = text.charAt(chars);
        bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3; // a pair takes 4
      }
      return bytes;
    }
  }
}
