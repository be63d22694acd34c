package io.neardup.cli.files;

import com.ibm.icu.text.CharsetDetector;
import com.ibm.icu.text.CharsetMatch;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Recognises the encoding of a text by its first bytes: by a byte order mark, by the zeros of
/// UTF-32 and UTF-16 without one, and otherwise, if it is not UTF-8, by the statistics of ICU where
/// they are clear. ISO-8859-15 and windows-1252 are distinguished by the characters in which they
/// differ.
public final class Encodings {

  /// What to do about a text whose encoding was not recognised.
  public static final String REMEDY =
      "name the encoding of the file by --encoding, such as windows-1252";

  private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");
  private static final Charset ISO_8859_15 = Charset.forName("ISO-8859-15");
  private static final int EURO = 0xA4; // a currency sign in windows-1252, which is rare

  /// Letters of ISO-8859-15 that are signs in windows-1252, except 0xB4, an accent that is written
  /// as an apostrophe.
  private static final String LETTERS = "\u00A6\u00A8\u00B8\u00BC\u00BD\u00BE";

  private static final String BINARY =
      "is not text: it has control characters, and is not UTF-8, UTF-16 or UTF-32; if it is text,"
          + " name its encoding by --encoding";
  private static final Pattern TAR = Pattern.compile("ustar(\0|  \0).*", Pattern.DOTALL);
  private static final int TAR_MAGIC = 257; // its place
  private static final Set<String> LATIN =
      Set.of(
          "ISO-8859-1", "ISO-8859-2", "ISO-8859-9", "windows-1250", "windows-1252", "windows-1254");
  private static final int CONFIDENCE = 40; // of 100
  private static final int LEAD = 20; // before the next encoding
  private static final int FEWEST = 3; // bytes that are not ASCII
  private static final int AROUND = 12; // bytes beside one that is not ASCII
  private static final String TEXT_CONTROLS = "\t\n\r\f\b\u001b";
  private static final int MOST_CONTROLS = 20; // one in so many bytes
  private static final int MOST_FAULTS = 100; // one in so many units
  private static final int LEAST_ASCII = 16; // units, or one in so many
  private static final int EVIDENCE = 8_000; // the bytes that ICU examines

  private Encodings() {}

  /// The encoding of a text. UTF-8 also if nothing else is clear; what is not UTF-8 is then a fault
  /// of its record.
  ///
  /// @param first the first bytes of the text
  public static Charset of(byte[] first) {
    return unicode(first).orElseGet(() -> ofBytes(first));
  }

  /// Checks that a file is a text: no tar archive and, if its encoding is not named, not binary.
  ///
  /// @param first its first bytes
  /// @throws FileFailure if it is none
  static void requireText(String name, byte[] first, boolean named) {
    String begin = new String(first, StandardCharsets.ISO_8859_1);
    FileFailure.require(
        begin.length() < TAR_MAGIC || !TAR.matcher(begin.substring(TAR_MAGIC)).matches(),
        name,
        "is a tar archive; unpack it, and read the files that it has");
    FileFailure.require(named || !areBinary(first), name, BINARY);
  }

  /// Whether bytes are no text: they are not Unicode, and have control characters, which texts of
  /// other encodings do not have.
  private static boolean areBinary(byte[] first) {
    int controls = 0;
    for (byte each : first) {
      controls += each >= 0 && each < ' ' && TEXT_CONTROLS.indexOf(each) < 0 ? 1 : 0;
    }
    return controls * MOST_CONTROLS > first.length && unicode(first).isEmpty() && !isUtf8(first);
  }

  private static Optional<Charset> unicode(byte[] first) {
    return ofMark(first).or(() -> utf32(first)).or(() -> utf16(first));
  }

  /// Decodes a whole text.
  ///
  /// @param requested the encoding, if it is known
  /// @param notes receives how it is read, unless that is requested or UTF-8
  /// @throws FileFailure if it is not of its encoding
  public static String decode(
      String name, byte[] text, Optional<Charset> requested, Consumer<String> notes) {
    requireText(name, text, requested.isPresent());
    Charset encoding = requested.orElseGet(() -> of(text));
    if (requested.isEmpty() && !encoding.equals(StandardCharsets.UTF_8)) {
      notes.accept(name + " is read in " + encoding + " (--encoding)");
    }
    try {
      String decoded = encoding.newDecoder().decode(ByteBuffer.wrap(text)).toString();
      return decoded.startsWith("\uFEFF") ? decoded.substring(1) : decoded;
    } catch (CharacterCodingException e) {
      throw new FileFailure(name + ": is not " + encoding + "; " + REMEDY, e);
    }
  }

  private static Optional<Charset> ofMark(byte[] first) {
    if (begins(first, 0xFF, 0xFE, 0, 0)) {
      return Optional.of(StandardCharsets.UTF_32LE);
    }
    if (begins(first, 0, 0, 0xFE, 0xFF)) {
      return Optional.of(StandardCharsets.UTF_32BE);
    }
    if (begins(first, 0xFF, 0xFE)) {
      return Optional.of(StandardCharsets.UTF_16LE);
    }
    if (begins(first, 0xFE, 0xFF)) {
      return Optional.of(StandardCharsets.UTF_16BE);
    }
    return begins(first, 0xEF, 0xBB, 0xBF) ? Optional.of(StandardCharsets.UTF_8) : Optional.empty();
  }

  private static boolean begins(byte[] bytes, int... mark) {
    for (int i = 0; i < mark.length; i++) {
      if (i == bytes.length || (bytes[i] & 0xFF) != mark[i]) {
        return false;
      }
    }
    return true;
  }

  /// UTF-32 without a mark: nearly all is valid, as in no other text.
  private static Optional<Charset> utf32(byte[] first) {
    int zeros = 0;
    for (byte each : first) {
      zeros += each == 0 ? 1 : 0;
    }
    if (first.length < Integer.BYTES || zeros * Integer.BYTES < first.length) {
      return Optional.empty();
    }
    int units = first.length / Integer.BYTES;
    return Stream.of(StandardCharsets.UTF_32LE, StandardCharsets.UTF_32BE)
        .filter(encoding -> Decoded.of(encoding, first).faults() * MOST_FAULTS <= units)
        .findFirst();
  }

  /// UTF-16 without a mark: every other byte of its ASCII characters is 0. A few zeros are no
  /// evidence, as other texts may have some.
  private static Optional<Charset> utf16(byte[] first) {
    boolean bytewise = isUtf8(first);
    return Stream.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)
        .filter(encoding -> {
          Units units = Units.of(first, encoding.equals(StandardCharsets.UTF_16LE) ? 1 : 0);
          return (units.areAlphabetic() || units.areSpaced() && !bytewise)
              && units.pairs * 2 < units.all
              && Decoded.of(encoding, first).faults() * MOST_FAULTS <= units.all;
        })
        .findFirst();
  }

  /// What pairs of bytes are as units of UTF-16.
  ///
  /// @param low those below U+2000: letters of all alphabets
  /// @param ascii those below U+0100
  /// @param feeds line feeds
  /// @param feedBytes bytes that are a line feed in other encodings
  /// @param pairs those that are two characters of ASCII in other encodings; of texts in UTF-16,
  ///   only some characters of Chinese are
  private record Units(int all, int low, int ascii, int feeds, int feedBytes, int pairs) {

    static Units of(byte[] bytes, int high) {
      int low = 0;
      int ascii = 0;
      int feeds = 0;
      int feedBytes = 0;
      int pairs = 0;
      for (int i = 0; i + 1 < bytes.length; i += 2) {
        int upper = bytes[i + high] & 0xFF;
        byte lower = bytes[i + 1 - high];
        low += upper < 0x20 ? 1 : 0;
        ascii += upper == 0 ? 1 : 0;
        feeds += upper == 0 && lower == '\n' ? 1 : 0;
        feedBytes += (upper == '\n' ? 1 : 0) + (lower == '\n' ? 1 : 0);
        pairs += isPrintable((byte) upper) && isPrintable(lower) ? 1 : 0;
      }
      return new Units(bytes.length / 2, low, ascii, feeds, feedBytes, pairs);
    }

    private static boolean isPrintable(byte each) {
      return each >= ' ' && each < 0x7F;
    }

    /// Whether the text is of an alphabet.
    boolean areAlphabetic() {
      return all > 0 && low * 4 >= all * 3 && ascii * LEAST_ASCII >= all;
    }

    /// Whether a text of other characters has line feeds, or spaces and the like.
    boolean areSpaced() {
      return ascii >= LEAST_ASCII
          || ascii * LEAST_ASCII >= all
          || feeds > 0 && feeds * 2 >= feedBytes;
    }
  }

  /// Whether a text is UTF-8, at most with a few damaged records.
  private static boolean isUtf8(byte[] first) {
    Decoded utf8 = Decoded.of(StandardCharsets.UTF_8, first);
    return utf8.malformed == 0 || utf8.beyondAscii >= utf8.malformed;
  }

  private static Charset ofBytes(byte[] first) {
    if (isUtf8(first)) {
      return StandardCharsets.UTF_8;
    }
    byte[] evidence = evidence(first);
    CharsetDetector detector = new CharsetDetector();
    detector.setText(evidence);
    CharsetMatch[] matches = detector.detectAll();
    if (Decoded.of(StandardCharsets.UTF_8, first).malformed < FEWEST
        || matches.length == 0
        || matches[0].getConfidence() < CONFIDENCE
        || matches.length > 1 && matches[0].getConfidence() - matches[1].getConfidence() < LEAD) {
      return StandardCharsets.UTF_8;
    }
    String name = matches[0].getName();
    if (LATIN.contains(name) && !isIsolated(evidence) || !Charset.isSupported(name)) {
      return StandardCharsets.UTF_8;
    }
    if (!name.equals("ISO-8859-1")) {
      return Charset.forName(name);
    }
    return isLatin9(first) ? ISO_8859_15 : WINDOWS_1252;
  }

  /// Whether a Latin text is rather ISO-8859-15 than windows-1252: it has a euro sign, or a letter
  /// after another one, where windows-1252 has a sign; and none of the bytes that are control
  /// characters, and in windows-1252 quotation marks.
  private static boolean isLatin9(byte[] text) {
    boolean found = false;
    for (int i = 0; i < text.length; i++) {
      int each = text[i] & 0xFF;
      if (each >= 0x80 && each < 0xA0) {
        return false;
      }
      found |= each == EURO || i > 0 && LETTERS.indexOf(each) >= 0 && isLetter(text[i - 1]);
    }
    return found;
  }

  private static boolean isLetter(byte each) {
    return (each | ' ') >= 'a' && (each | ' ') <= 'z';
  }

  /// The bytes that are not ASCII, with those beside them.
  private static byte[] evidence(byte[] text) {
    ByteArrayOutputStream evidence = new ByteArrayOutputStream();
    int copied = 0;
    for (int i = 0; i < text.length && evidence.size() < EVIDENCE; i++) {
      if (text[i] < 0) {
        int from = Math.max(copied, i - AROUND);
        int to = Math.min(text.length, i + AROUND);
        evidence.write(text, from, Math.max(0, to - from));
        copied = Math.max(copied, to);
      }
    }
    return evidence.toByteArray();
  }

  /// Whether most letters that are not ASCII stand between those that are, as in Latin scripts.
  private static boolean isIsolated(byte[] text) {
    int beyond = 0;
    int adjacent = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] < 0) {
        beyond++;
        adjacent += i > 0 && text[i - 1] < 0 || i + 1 < text.length && text[i + 1] < 0 ? 1 : 0;
      }
    }
    return adjacent * 2 <= beyond;
  }

  /// What a text is in an encoding.
  ///
  /// @param malformed sequences that are not of the encoding
  /// @param beyondAscii characters that are not ASCII
  /// @param strange zeros, and characters that Unicode has not assigned, or leaves to private use
  private record Decoded(int malformed, int beyondAscii, int strange) {

    int faults() {
      return malformed + strange;
    }

    static Decoded of(Charset encoding, byte[] text) {
      CharsetDecoder decoder = encoding.newDecoder();
      ByteBuffer in = ByteBuffer.wrap(text);
      CharBuffer out = CharBuffer.allocate(1 << 13);
      int malformed = 0;
      int beyondAscii = 0;
      int strange = 0;
      CoderResult result;
      do {
        result = decoder.decode(in, out, false); // the last character may be cut
        out.flip();
        while (out.hasRemaining()) {
          char next = out.get();
          beyondAscii += next > 0x7F ? 1 : 0;
          strange += isStrange(next) ? 1 : 0;
        }
        out.clear();
        if (result.isError()) {
          malformed++;
          in.position(in.position() + result.length());
        }
      } while (!result.isUnderflow());
      return new Decoded(malformed, beyondAscii, strange);
    }

    private static boolean isStrange(char next) {
      int type = Character.getType(next);
      return next == 0 || type == Character.PRIVATE_USE || type == Character.UNASSIGNED;
    }
  }
}
