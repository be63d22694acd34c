package io.neardup.records;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Strict decoding of UTF-8.
public final class Utf8 {

  private static final char REPLACEMENT = '\uFFFD';

  /// Stands for what could not be decoded; no byte of UTF-8.
  public static final byte UNDECODED = (byte) 0xFE;

  private Utf8() {}

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
