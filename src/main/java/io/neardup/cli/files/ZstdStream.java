package io.neardup.cli.files;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Locale;

/// Decompresses zstd (RFC 8878), one frame after the other. Not thread-safe.
///
/// Unlike [com.github.luben.zstd.ZstdInputStream], it does not take the begin of a frame that is
/// cut for the end.
final class ZstdStream extends InputStream {

  private static final int BUFFER = 1 << 17;

  private final InputStream in;
  private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
  private final byte[] chunk = new byte[BUFFER];
  private final ByteBuffer packed = ByteBuffer.allocateDirect(BUFFER).flip();
  private final ByteBuffer plain = ByteBuffer.allocateDirect(BUFFER).flip();
  private boolean inFrame;
  private boolean full; // more may follow without input

  /// @param in is closed with this
  ZstdStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  /// @throws EOFException if the stream ends within a frame
  /// @throws IOException if it is damaged
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    while (length > 0 && !plain.hasRemaining()) {
      if (!full && !packed.hasRemaining() && !fill()) {
        if (inFrame) {
          throw new EOFException();
        }
        return -1;
      }
      decompress();
    }
    int count = Math.min(length, plain.remaining());
    plain.get(bytes, offset, count);
    return count;
  }

  private boolean fill() throws IOException {
    int count = in.read(chunk);
    packed.clear().put(chunk, 0, Math.max(0, count)).flip();
    return count > 0;
  }

  private void decompress() throws IOException {
    plain.clear();
    int before = packed.remaining();
    try {
      boolean ends = zstd.decompressDirectByteBufferStream(plain, packed);
      if (plain.position() > 0 || packed.remaining() < before) {
        inFrame = !ends;
      }
    } catch (ZstdException e) {
      plain.flip();
      throw new IOException(
          "is damaged: " + String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT), e);
    }
    full = !plain.hasRemaining();
    plain.flip();
  }

  @Override
  public void close() throws IOException {
    zstd.close();
    in.close();
  }
}
