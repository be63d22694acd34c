package io.neardup.web.limits;

import io.neardup.records.GzipStream;
import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.UnreadableBodyException;
import jakarta.servlet.ServletInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.zip.ZipException;

/// Decompresses a body in gzip, within limits: a few kilobytes of well-compressed zeros would
/// otherwise keep a thread busy for hours.
final class GzipBody extends ForwardedBody {

  /// The decompressed size that is allowed whatever the ratio.
  private static final long ALWAYS_ALLOWED = 1 << 20;

  private final GzipStream unpacked;
  private final int maxRatio;
  private final long maxBytes;
  private long count;
  private boolean finished;

  /// @param maxRatio the maximum of decompressed to compressed size
  /// @param maxBytes the maximum of the decompressed size
  GzipBody(ServletInputStream in, int maxRatio, long maxBytes) {
    super(in);
    this.unpacked = new GzipStream(in, null);
    this.maxRatio = maxRatio;
    this.maxBytes = maxBytes;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read;
    try {
      read = unpacked.read(bytes, offset, length);
    } catch (EOFException e) {
      throw notWhole("it ends too early; send all of it");
    } catch (ZipException e) {
      throw notWhole("it is damaged, or not gzip; send it as gzip writes it");
    }
    finished = read < 0;
    count += Math.max(0, read);
    if (count > maxBytes) {
      throw new UnreadableBodyException(
          Fault.TOO_LARGE, "has more than " + maxBytes + " bytes uncompressed; send it in parts");
    }
    if (count > ALWAYS_ALLOWED && count > unpacked.compressedBytes() * maxRatio) {
      throw new UnreadableBodyException(
          Fault.TOO_LARGE,
          "is more than "
              + maxRatio
              + " times as large uncompressed; send it without Content-Encoding");
    }
    return read;
  }

  private static UnreadableBodyException notWhole(String reason) {
    return new UnreadableBodyException(
        Fault.INVALID, "is not whole in gzip, as its Content-Encoding says: " + reason);
  }

  @Override
  public int available() throws IOException {
    return unpacked.available();
  }

  @Override
  public boolean isFinished() {
    return finished;
  }
}
