package io.neardup.text;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A normalised text for tokenisers: well-formed UTF-8 in Unicode compatibility form (NFKC),
/// case-folded, without code points of zero width, and with at most thirty marks per character.
///
/// Two texts that look the same to a reader, `Ｃafé` and `CAFÉ`, have the same bytes. Unpaired
/// surrogates become U+FFFD, which is not part of any token.
public final class NormalizedText {

  /// More consecutive marks than any orthography uses. Normalisation sorts the marks of a character
  /// in quadratic time, so their number must be bounded. Source: UAX #15, §13.
  private static final int MAX_MARKS = 30;

  private static final int REPLACEMENT = 0xFFFD;

  private final byte[] bytes;
  private final int length;

  /// Takes ownership of well-formed UTF-8 of normalised text.
  NormalizedText(byte[] bytes, int length) {
    this.bytes = bytes;
    this.length = length;
  }

  /// Normalises `text`. O(length); a gigabyte per second for ASCII.
  public static NormalizedText of(String text) {
    return of(text, FoldTable.MARKED);
  }

  /// Normalises `text` without the [AlphabetMarks], so that `Café` and `cafe` become equal. As fast
  /// as [#of(String)].
  public static NormalizedText withoutMarks(String text) {
    return of(text, FoldTable.UNMARKED);
  }

  private static NormalizedText of(String text, FoldTable table) {
    if (mayBeAscii(text)) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (bytes.length == text.length() && (!toLowerCase(bytes) || isAscii(bytes, text))) {
        return new NormalizedText(bytes, bytes.length);
      }
    }
    NormalizedText folded = foldEach(text, table);
    return folded == null ? compose(text, table) : folded;
  }

  /// Like [#of(String)], but preserves case: in programs `Node` and `node` differ. O(length).
  public static NormalizedText withCase(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length == text.length() && isAscii(bytes, text)) {
      return new NormalizedText(bytes, bytes.length);
    }
    return encode(Normalizer.normalize(clean(text), Normalizer.Form.NFKC));
  }

  private static NormalizedText encode(String composed) {
    Utf8Buffer buffer = new Utf8Buffer(composed.length() + composed.length() / 2 + 4);
    composed.codePoints().forEach(buffer::append);
    return new NormalizedText(buffer.bytes, buffer.length);
  }

  /// Recognises most texts in other scripts by a few characters, to avoid encoding them in vain.
  private static boolean mayBeAscii(String text) {
    int step = text.length() / 8 + 1;
    for (int i = 0; i < text.length(); i += step) {
      if (text.charAt(i) >= 0x80) {
        return false;
      }
    }
    return true;
  }

  /// Whether each byte is the character that it represents: an unpaired surrogate is one byte too,
  /// `?`.
  private static boolean isAscii(byte[] bytes, String text) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '?' && text.charAt(i) != '?') {
        return false;
      }
    }
    return true;
  }

  /// Converts ASCII to lower case, and returns whether it contains a `?`.
  private static boolean toLowerCase(byte[] ascii) {
    long questions = 0;
    int at = 0;
    for (; at + Swar.BYTES <= ascii.length; at += Swar.BYTES) {
      long eight = Swar.get(ascii, at);
      questions |= Swar.equal(eight, '?');
      Swar.set(ascii, at, Swar.toLowerCase(eight));
    }
    boolean question = questions != 0;
    for (; at < ascii.length; at++) {
      question |= ascii[at] == '?';
      ascii[at] = (byte) Character.toLowerCase(ascii[at]);
    }
    return question;
  }

  /// Normalises a text character by character, or returns null if a character depends on its
  /// neighbours.
  private static @Nullable NormalizedText foldEach(String text, FoldTable table) {
    char[] characters = text.toCharArray();
    Utf8Buffer buffer = new Utf8Buffer(characters.length * 3 + 4);
    for (int i = 0; i < characters.length; i++) {
      char c = characters[i];
      int folded = table.of(c);
      if (folded >= 0) {
        if (Character.isHighSurrogate(c)
            && i + 1 < characters.length
            && Character.isLowSurrogate(characters[i + 1])) {
          int codePoint = Character.toCodePoint(c, characters[++i]);
          if (FoldTable.isItself(codePoint)) {
            buffer.append(codePoint);
          } else if (FoldTable.depends(codePoint)) {
            return null;
          } else {
            buffer.append(compose(Character.toString(codePoint), table));
          }
        } else {
          buffer.append(folded);
        }
      } else if (folded == FoldTable.DEPENDS) {
        return null;
      } else if (folded != FoldTable.NOTHING) {
        buffer.append(table.string(folded));
      }
    }
    return new NormalizedText(buffer.bytes, buffer.length);
  }

  /// The UTF-8, from index 0. The array may be longer than the text and is not a copy.
  public byte[] bytes() {
    return bytes;
  }

  /// The number of bytes of the text.
  public int length() {
    return length;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /// Normalises a text of any characters, including those that depend on their neighbours.
  static NormalizedText compose(String text, FoldTable table) {
    String composed = table.composed(clean(text));
    Utf8Buffer buffer = new Utf8Buffer(composed.length() + composed.length() / 2 + 4);
    boolean composesAgain = false;
    boolean changed = false; // whether folding changed the preceding code point
    for (int i = 0; i < composed.length(); ) {
      int codePoint = composed.codePointAt(i);
      i += Character.charCount(codePoint);
      int folded = fold(codePoint);
      composesAgain |= changed && CharacterClass.of(codePoint) == CharacterClass.MARK;
      changed = folded != codePoint;
      buffer.append(folded);
    }
    NormalizedText folded = new NormalizedText(buffer.bytes, buffer.length);
    // Some lower-case letters have a composed form that their capitals lack, such as U+01F0.
    return composesAgain
        ? encode(Normalizer.normalize(folded.toString(), Normalizer.Form.NFKC))
        : folded;
  }

  /// The text without ignorable code points, and without excess marks. Replaces unpaired surrogates
  /// first: otherwise removing code points between two of them could make a pair. O(length).
  private static String clean(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    int marks = 0;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      i += Character.charCount(codePoint);
      if (CharacterClass.isIgnorable(codePoint)) {
        continue;
      }
      marks = becomesMark(codePoint) ? marks + 1 : 0;
      if (marks <= MAX_MARKS) {
        boolean unpaired = Character.getType(codePoint) == Character.SURROGATE;
        kept.appendCodePoint(unpaired ? REPLACEMENT : codePoint);
      }
    }
    return kept.toString();
  }

  /// Whether the code point is a mark in the compatibility form; the halfwidth voiced sound marks
  /// are letters before normalisation.
  private static boolean becomesMark(int codePoint) {
    return CharacterClass.of(codePoint) == CharacterClass.MARK
        || codePoint == 0xFF9E
        || codePoint == 0xFF9F;
  }

  /// Simple case folding, as in [String#equalsIgnoreCase]: by way of upper case, so that final
  /// sigma and sigma, or long s and s, become the same letter.
  private static int fold(int codePoint) {
    return Character.toLowerCase(Character.toUpperCase(codePoint));
  }

  /// A growing buffer of UTF-8; a code point takes at most four bytes.
  static final class Utf8Buffer {
    private byte[] bytes;
    private int length;

    Utf8Buffer(int capacity) {
      bytes = new byte[capacity];
    }

    void append(int codePoint) {
      if (length + 4 > bytes.length) {
        bytes = Arrays.copyOf(bytes, bytes.length * 2 + 4);
      }
      byte[] to = bytes;
      int at = length;
      if (codePoint < 0x80) {
        to[at++] = (byte) codePoint;
      } else if (codePoint < 0x800) {
        to[at++] = (byte) (0xC0 | codePoint >>> 6);
        to[at++] = (byte) (0x80 | codePoint & 0x3F);
      } else if (codePoint < 0x10000) {
        boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= 0xDFFF;
        int scalar = surrogate ? REPLACEMENT : codePoint;
        to[at++] = (byte) (0xE0 | scalar >>> 12);
        to[at++] = (byte) (0x80 | scalar >>> 6 & 0x3F);
        to[at++] = (byte) (0x80 | scalar & 0x3F);
      } else {
        to[at++] = (byte) (0xF0 | codePoint >>> 18);
        to[at++] = (byte) (0x80 | codePoint >>> 12 & 0x3F);
        to[at++] = (byte) (0x80 | codePoint >>> 6 & 0x3F);
        to[at++] = (byte) (0x80 | codePoint & 0x3F);
      }
      length = at;
    }

    void append(NormalizedText text) {
      append(Arrays.copyOf(text.bytes, text.length));
    }

    int length() {
      return length;
    }

    NormalizedText text() {
      return new NormalizedText(bytes, length);
    }

    void append(byte[] utf8) {
      if (length + utf8.length > bytes.length) {
        bytes = Arrays.copyOf(bytes, (length + utf8.length) * 2);
      }
      System.arraycopy(utf8, 0, bytes, length, utf8.length);
      length += utf8.length;
    }
  }
}
