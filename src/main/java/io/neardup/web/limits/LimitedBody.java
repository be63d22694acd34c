package io.neardup.web.limits;

import io.neardup.records.GzipStream;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// A body within limits, decompressed if it is gzip: otherwise a few kilobytes of well-compressed
/// zeros would keep a thread busy for hours. Reserves memory up front if the length is known, else
/// as the body arrives.
final class LimitedBody extends ServletInputStream {

  /// The decompressed size allowed at any compression ratio.
  private static final long ALWAYS_ALLOWED = 1 << 20;

  private final InputStream in;
  private final @Nullable GzipStream packed;
  private final boolean known;
  private final long maxBytes;
  private final @Nullable Share memory;
  private long count;
  private boolean finished;

  /// @param length -1 if unknown, as for gzip
  /// @param memory for the body; null for a stream, which is limited line by line
  LimitedBody(InputStream in, boolean isPacked, long length, int maxBytes, @Nullable Share memory) {
    this.packed = isPacked ? new GzipStream(in, null) : null;
    this.in = packed == null ? in : packed;
    this.known = length >= 0;
    this.maxBytes = maxBytes;
    this.memory = length >= 0 && length <= BodyWeight.SHORT ? null : memory;
    if (known && this.memory != null) {
      this.memory.take(BodyWeight.ofText(length));
    }
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = unpack(bytes, offset, length);
    if (read < 0) {
      finished = true;
      return read;
    }
    count += read;
    if (packed != null) {
      requireExpansion(packed.compressedBytes());
    }
    if (memory != null) {
      requireSmall(count, maxBytes);
      memory.take(
          BodyWeight.ofStructure(bytes, offset, read) + (known ? 0 : BodyWeight.ofText(read)));
    }
    return read;
  }

  private int unpack(byte[] bytes, int offset, int length) throws IOException {
    try {
      return in.read(bytes, offset, length);
    } catch (EOFException e) {
      if (packed == null) {
        throw e;
      }
      throw notWhole("it ends too early; send all of it");
    } catch (ZipException e) {
      throw notWhole("it is damaged, or not gzip; send it as gzip writes it");
    }
  }

  /// Refuses a body that is too large.
  static void requireSmall(long bytes, long maxBytes) {
    if (bytes > maxBytes) {
      throw tooLarge(
          "must have at most "
              + maxBytes
              + " bytes; send less at once, for example as NDJSON lines, or raise"
              + " neardup.limits.max-body");
    }
  }

  private void requireExpansion(long compressed) {
    if (count > RequestLimits.MAX_UNPACKED_BYTES) {
      throw tooLarge(
          "has more than "
              + RequestLimits.MAX_UNPACKED_BYTES
              + " bytes uncompressed; send it in parts");
    }
    if (count > ALWAYS_ALLOWED && count > compressed * RequestLimits.MAX_EXPANSION) {
      throw tooLarge(
          "is more than "
              + RequestLimits.MAX_EXPANSION
              + " times as large uncompressed; send it without Content-Encoding");
    }
  }

  private static RequestException tooLarge(String reason) {
    return new RequestException(Fault.TOO_LARGE, "body", reason);
  }

  private static RequestException notWhole(String reason) {
    return RequestException.invalid(
        "body", "is not the gzip that its Content-Encoding announces: " + reason);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int available() throws IOException {
    return in.available();
  }

  @Override
  public boolean isFinished() {
    return finished;
  }

  @Override
  public boolean isReady() {
    return true;
  }

  @Override
  public void setReadListener(ReadListener listener) {
    throw new UnsupportedOperationException("read it with a thread");
  }
}
