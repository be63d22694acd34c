package io.neardup.records;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Strict decoding of UTF-8.
public final class Utf8 {

  private static final char REPLACEMENT = '\uFFFD';

  /// Stands for what could not be decoded; no byte of UTF-8.
  public static final byte UNDECODED = (byte) 0xFE;

  private Utf8() {}

  /// Refuses what is not UTF-8 but is read by Jackson: characters that have more bytes than needed,
  /// halves of surrogate pairs, and numbers beyond Unicode. Jackson refuses all else.
  ///
  /// @param remedy for bytes that are not UTF-8
  /// @throws RecordFault with the column of the first byte that is not UTF-8
  public static void requireStrict(byte[] bytes, int from, int to, String remedy)
      throws RecordFault {
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0 && isNoBegin(bytes[i] & 0xFF, i + 1 < to ? bytes[i + 1] & 0xFF : 0x80)) {
        decode(bytes, from, to, remedy);
        return;
      }
    }
  }

  /// Whether no character begins with two bytes though their bits have the form of a beginning.
  private static boolean isNoBegin(int first, int second) {
    return switch (first) {
      case 0xE0 -> second < 0xA0;
      case 0xED -> second >= 0xA0;
      case 0xF0 -> second < 0x90;
      case 0xF4 -> second >= 0x90;
      default -> first == 0xC0 || first == 0xC1 || first > 0xF4;
    };
  }

  /// The encoding of a text whose first bytes show that it is not UTF-8: `UTF-16` or `UTF-32`, by
  /// its byte order mark or the zeros of its first ASCII character; null if they do not.
  public static @Nullable String otherEncoding(byte[] bytes, int from, int to) {
    int first = 0;
    for (int i = from; i < from + Integer.BYTES; i++) {
      first = first << Byte.SIZE | (i < to ? bytes[i] & 0xFF : 0x7F);
    }
    int begin = first >>> Short.SIZE;
    if (first == 0xFEFF
        || first == 0xFFFE0000
        || first >>> Byte.SIZE == 0
        || first << Byte.SIZE == 0) {
      return first == 0 ? null : "UTF-32";
    }
    boolean halfZero = begin >>> Byte.SIZE == 0 ^ (begin & 0xFF) == 0;
    return begin == 0xFEFF || begin == 0xFFFE || halfZero ? "UTF-16" : null;
  }

  /// Decodes a part of a line.
  ///
  /// @param remedy for bytes that are not UTF-8
  /// @throws RecordFault with the column of the first byte that is not UTF-8
  public static String decode(byte[] bytes, int from, int to, String remedy) throws RecordFault {
    String decoded = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    if (decoded.indexOf(REPLACEMENT) < 0) {
      return decoded;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    CharBuffer out = CharBuffer.allocate(to - from);
    if (StandardCharsets.UTF_8.newDecoder().decode(in, out, true).isError()) {
      byte bad = bytes[in.position()];
      throw new RecordFault(
          out.position() + 1,
          (bad == UNDECODED
                  ? "has bytes that are not of the encoding"
                  : String.format(Locale.ROOT, "is not UTF-8: byte 0x%02x", bad & 0xFF))
              + "; "
              + remedy);
    }
    return decoded;
  }
}
