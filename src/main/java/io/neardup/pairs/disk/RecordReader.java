package io.neardup.pairs.disk;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A complete file that is read from its beginning to its end, as [RecordWriter] writes it. For one
/// thread.
public final class RecordReader implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  private final WorkFolder work;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);
  private long left; // bytes that are not in the buffer yet

  RecordReader(WorkFolder work, Path file) {
    this.work = work;
    try {
      this.channel = FileChannel.open(file);
      this.left = channel.size();
    } catch (IOException e) {
      throw work.failure(e);
    }
  }

  /// Whether there are further bytes.
  public boolean hasNext() {
    return buffer.hasRemaining() || left > 0;
  }

  /// The next 8 bytes.
  public long getLong() {
    return some(Long.BYTES).getLong();
  }

  /// The next 4 bytes.
  public int getInt() {
    return some(Integer.BYTES).getInt();
  }

  /// Reads the next bytes.
  public void get(byte[] bytes) {
    for (int done = 0; done < bytes.length; ) {
      int count = Math.min(some(1).remaining(), bytes.length - done);
      buffer.get(bytes, done, count);
      done += count;
    }
  }

  /// The next string.
  public String getString() {
    int length = getInt();
    byte[] bytes = new byte[length < 0 ? -Character.BYTES * length : length];
    get(bytes);
    return length < 0
        ? ByteBuffer.wrap(bytes).asCharBuffer().toString()
        : new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /// Passes over a string.
  public void skipString() {
    int length = getInt();
    skip(length < 0 ? -(long) Character.BYTES * length : length);
  }

  /// Passes over bytes.
  public void skip(long count) {
    int here = (int) Math.min(count, buffer.remaining());
    buffer.position(buffer.position() + here);
    if (count > here) {
      try {
        channel.position(channel.position() + count - here);
        left -= count - here;
      } catch (IOException e) {
        throw work.failure(e);
      }
    }
  }

  private ByteBuffer some(int count) {
    try {
      if (buffer.remaining() < count) {
        buffer.compact();
        while (buffer.position() < count) {
          int read = channel.read(buffer);
          if (read < 0) {
            throw new EOFException("a file ends too early");
          }
          left -= read;
        }
        buffer.flip();
      }
    } catch (IOException e) {
      throw work.failure(e);
    }
    return buffer;
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw work.failure(e);
    }
  }
}
