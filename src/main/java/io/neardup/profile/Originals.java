package io.neardup.profile;

import io.neardup.profile.Content.UnsupportedContentException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The recipes of well-known SimHash programs as profiles, so that their fingerprints can be stored
/// and looked up.
final class Originals {

  /// A Java program of 2013: words between single spaces, `String.hashCode`, 32 bits.
  static final Profile JAVA_HASHCODE_32 =
      new Profile(
          "java-hashcode-32",
          "Words between single spaces, weight 1, String.hashCode, 32 bits, near-duplicates up to"
              + " distance 3",
          32,
          3,
          new OriginalRecipe(
              32,
              text -> List.of(text.split(" ")),
              word -> new long[] {word.hashCode() & 0xFFFFFFFFL},
              false));

  /// A C++ program: every ASCII character is a feature, its hash the output of a Mersenne Twister.
  static final Profile MT19937_CHAR_32 =
      new Profile(
          "mt19937-char-32",
          "ASCII characters, weight 1, outputs of mt19937 seeded with 19260817, 32 bits,"
              + " near-duplicates up to distance 2",
          32,
          2,
          new OriginalRecipe(32, Originals::asciiCharacters, Originals::transfer, true));

  /// A Python program: words between white space, Python 2's string hash widened to 128 bits.
  static final Profile VLHASH_128 =
      new Profile(
          "vlhash-128",
          "Words between white space, weight 1, Python's former string hash of 128 bits,"
              + " near-duplicates up to distance 3",
          128,
          3,
          new OriginalRecipe(128, Originals::pythonSplit, Originals::vlhash, true));

  /// The Python package `simhash`: windows of 4 characters, MD5, 64 bits.
  static final Profile MD5_CHAR4_64 =
      new Profile(
          "md5-char4-64",
          "Windows of 4 letters or digits in lower case, weight tf, MD5, 64 bits,"
              + " near-duplicates up to distance 3",
          64,
          3,
          new OriginalRecipe(64, Originals::windowsOf4, Originals::md5, false));

  private static final int WINDOW = 4;
  private static final int[] TRANSFER = new MersenneTwister(19260817).take(128);

  private Originals() {}

  private static List<String> asciiCharacters(String text) {
    List<String> characters = new ArrayList<>(text.length());
    for (int i = 0; i < text.length(); i++) {
      characters.add(String.valueOf(requireAscii(text.charAt(i))));
    }
    return characters;
  }

  private static long[] transfer(String character) {
    if (character.length() != 1) {
      throw new UnsupportedContentException(
          "must be single ASCII characters for profile mt19937-char-32; choose another profile");
    }
    return new long[] {TRANSFER[requireAscii(character.charAt(0))] & 0xFFFFFFFFL};
  }

  private static char requireAscii(char character) {
    if (character >= TRANSFER.length) {
      throw new UnsupportedContentException(
          String.format(
              Locale.ROOT,
              "must be ASCII for profile mt19937-char-32, has U+%04X; choose another profile",
              (int) character));
    }
    return character;
  }

  /// Like Python 3's `str.split()`.
  private static List<String> pythonSplit(String text) {
    List<String> words = new ArrayList<>();
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean space = i == text.length() || isPythonSpace(text.charAt(i));
      if (space && start >= 0) {
        words.add(text.substring(start, i));
        start = -1;
      } else if (!space && start < 0) {
        start = i;
      }
    }
    return words;
  }

  private static boolean isPythonSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c) || c == 0x85;
  }

  private static long[] vlhash(String word) {
    int[] codePoints = word.codePoints().toArray();
    if (codePoints.length == 0) {
      return new long[2];
    }
    long low = (long) codePoints[0] << 7;
    long high = 0;
    for (int codePoint : codePoints) {
      high = high * 1000003 + Math.unsignedMultiplyHigh(low, 1000003);
      low = low * 1000003 ^ codePoint;
    }
    return new long[] {low ^ codePoints.length, high};
  }

  private static List<String> windowsOf4(String text) {
    int[] kept =
        text.toLowerCase(Locale.ROOT).codePoints().filter(Originals::isPythonWord).toArray();
    List<String> windows = new ArrayList<>(kept.length);
    for (int i = 0; i < Math.max(kept.length - WINDOW + 1, 1); i++) {
      windows.add(new String(kept, i, Math.min(WINDOW, kept.length - i)));
    }
    return windows;
  }

  /// Like `[\w一-鿌]` in Python 3.
  private static boolean isPythonWord(int codePoint) {
    int type = Character.getType(codePoint);
    return Character.isLetterOrDigit(codePoint)
        || type == Character.LETTER_NUMBER
        || type == Character.OTHER_NUMBER
        || codePoint == '_';
  }

  /// The last 64 bits of the digest.
  private static long[] md5(String window) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      byte[] bytes = digest.digest(window.getBytes(StandardCharsets.UTF_8));
      long word = 0;
      for (int i = 8; i < 16; i++) {
        word = word << 8 | bytes[i] & 0xFF;
      }
      return new long[] {word};
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
