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
/// [Utf8#UNDECODED], which is a fault of its record.
final class Utf8Stream extends InputStream {

  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final CharsetDecoder decoder;
  private final CharsetEncoder encoder =
      StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE);
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
  private final CharBuffer chars = CharBuffer.allocate(BUFFER);
  private final ByteBuffer text = ByteBuffer.allocate(3 * BUFFER).flip();
  private boolean ended;

  Utf8Stream(InputStream in, Charset encoding) {
    this.in = in;
    this.decoder = encoding.newDecoder();
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
    CoderResult result = decoder.decode(bytes, chars, ended);
    while (result.isError()) {
      bytes.position(bytes.position() + result.length());
      encode();
      text.put(Utf8.UNDECODED);
      result = decoder.decode(bytes, chars, ended);
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
