package io.neardup.cli.files;

import io.neardup.records.Utf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/// A text of another encoding as UTF-8. What is not of that encoding becomes the byte
/// [Utf8#UNDECODED], which is a fault of its record. If the encoding was recognised by the first
/// bytes, so does the end of a line that is UTF-8, as of files that were joined: it has two or more
/// characters that are not ASCII, all in UTF-8, which is rare in encodings of one byte. And so does
/// the end of a line of ISO 8859 with control characters of 0x80 to 0x9F: they are signs of
/// windows-1252.
final class Utf8Stream extends InputStream {

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final CharsetDecoder decoder;
  private final CharsetEncoder encoder =
      StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE);
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
  private final CharBuffer chars = CharBuffer.allocate(BUFFER);
  private final ByteBuffer text = ByteBuffer.allocate(3 * BUFFER).flip();
  private final boolean refusesUtf8;
  private int inUtf8; // characters of this line
  private int missing; // bytes of the present one
  private boolean inOther; // whether the line has other bytes that are not ASCII
  private final boolean refusesControls;
  private boolean hasControls;
  private boolean ended;

  /// @param recognised whether the encoding was recognised, and not named
  Utf8Stream(InputStream in, Charset encoding, boolean recognised) {
    this.in = in;
    this.decoder = encoding.newDecoder();
    this.refusesUtf8 = recognised && encoding.newEncoder().maxBytesPerChar() == 1;
    this.refusesControls = refusesUtf8 && encoding.name().startsWith("ISO-8859-");
  }

  @Override
  public int read() throws IOException {
    return fill() ? text.get() & 0xFF : -1;
  }

  @Override
  public int read(byte[] to, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, text.remaining());
    text.get(to, offset, count);
    return count;
  }

  /// Decodes more, unless some is left.
  ///
  /// @return false at the end
  private boolean fill() throws IOException {
    while (!text.hasRemaining()) {
      if (ended) {
        return false;
      }
      bytes.compact();
      int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
      ended = count < 0;
      bytes.position(bytes.position() + Math.max(0, count)).flip();
      text.clear();
      decode();
      text.flip();
    }
    return true;
  }

  private void decode() {
    int end = bytes.limit();
    for (int i = bytes.position(); refusesUtf8 && i < end; i++) {
      byte next = bytes.get(i);
      if (next == '\n' || next == '\r') {
        if (isOfOther()) {
          bytes.limit(i);
          decode(false);
          text.put(Utf8.UNDECODED);
          bytes.limit(end);
        }
      } else {
        count(next & 0xFF);
      }
    }
    decode(ended);
    if (ended && isOfOther()) {
      text.put(Utf8.UNDECODED);
    }
  }

  private void count(int next) {
    hasControls |= refusesControls && next >= 0x80 && next < 0xA0;
    boolean continues = next >= 0x80 && next < 0xC0;
    if (missing > 0 && continues) {
      missing--;
      inUtf8 += missing == 0 ? 1 : 0;
      return;
    }
    inOther |= missing > 0 || continues || next >= 0xF5 || next == 0xC0 || next == 0xC1;
    missing = next < 0xC2 ? 0 : next < 0xE0 ? 1 : next < 0xF0 ? 2 : 3;
  }

  /// Whether the line that ends is of another encoding; begins another one.
  private boolean isOfOther() {
    boolean isOfOther = hasControls || inUtf8 >= 2 && missing == 0 && !inOther;
    hasControls = false;
    inUtf8 = 0;
    missing = 0;
    inOther = false;
    return isOfOther;
  }

  private void decode(boolean isEnd) {
    CoderResult result = decoder.decode(bytes, chars, isEnd);
    while (result.isError()) {
      bytes.position(bytes.position() + result.length());
      encode();
      text.put(Utf8.UNDECODED);
      result = decoder.decode(bytes, chars, isEnd);
    }
    encode();
  }

  private void encode() {
    encoder.encode(chars.flip(), text, false);
    chars.compact();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
