package io.neardup.pairs.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/// A file that is written from its beginning to its end: numbers in the order of their bytes from
/// the greatest to the least. Counts as complete once it is closed. One writer.
public final class RecordWriter implements AutoCloseable {

  private static final int BUFFER = 1 << 16;

  private final WorkFolder work;
  private final String name;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
  private final CRC32C sum = new CRC32C();
  private long size;

  RecordWriter(WorkFolder work, String name, Path file) {
    this.work = work;
    this.name = name;
    try {
      this.channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw work.failure(e);
    }
  }

  /// Appends 8 bytes.
  public void putLong(long value) {
    room(Long.BYTES).putLong(value);
  }

  /// Appends 4 bytes.
  public void putInt(int value) {
    room(Integer.BYTES).putInt(value);
  }

  /// Appends bytes.
  public void put(byte[] bytes) {
    for (int done = 0; done < bytes.length; ) {
      int count = Math.min(room(1).remaining(), bytes.length - done);
      buffer.put(bytes, done, count);
      done += count;
    }
  }

  /// Appends a string, which may have single surrogates.
  public void putString(String value) {
    /* Its length, negative if it has others than the first 256 characters; and a byte for each of those, otherwise
    2 for each char. */
    boolean isNarrow = isNarrow(value);
    putInt(isNarrow ? value.length() : -value.length());
    if (isNarrow) {
      put(value.getBytes(StandardCharsets.ISO_8859_1));
    } else {
      ByteBuffer chars = ByteBuffer.allocate(Character.BYTES * value.length());
      chars.asCharBuffer().put(value);
      put(chars.array());
    }
  }

  private static boolean isNarrow(String value) {
    return value.chars().allMatch(c -> c <= 0xFF);
  }

  /// The bytes that a string takes.
  public static int bytes(String value) {
    return Integer.BYTES + (isNarrow(value) ? 1 : Character.BYTES) * value.length();
  }

  private ByteBuffer room(int count) {
    if (buffer.remaining() < count) {
      flush();
    }
    return buffer;
  }

  private void flush() {
    buffer.flip();
    try {
      work.reserve(buffer.remaining());
      sum.update(buffer.duplicate());
      size += buffer.remaining();
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
    } catch (IOException e) {
      throw work.failure(e);
    }
    buffer.clear();
  }

  /// Completes the file, on disk.
  @Override
  public void close() {
    flush();
    try {
      channel.force(true);
      channel.close();
    } catch (IOException e) {
      throw work.failure(e);
    }
    work.complete(name, size, sum.getValue());
  }
}
