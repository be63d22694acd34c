package io.neardup.web.limits;

import io.neardup.service.RequestException.Fault;
import io.neardup.web.problem.UnreadableBodyException;
import jakarta.servlet.ServletInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Decompresses a body in gzip, within limits: a few kilobytes of well-compressed zeros would
/// otherwise keep a thread busy for hours.
final class GzipBody extends ForwardedBody {

  /// The decompressed size that is allowed whatever the ratio.
  private static final long ALWAYS_ALLOWED = 1 << 20;

  private final Packed packed;
  private final int maxRatio;
  private final long maxBytes;
  private @Nullable Members members;
  private long count;
  private boolean finished;

  /// @param maxRatio the maximum of decompressed to compressed size
  /// @param maxBytes the maximum of the decompressed size
  GzipBody(ServletInputStream in, int maxRatio, long maxBytes) {
    super(in);
    this.packed = new Packed(in);
    this.maxRatio = maxRatio;
    this.maxBytes = maxBytes;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read;
    try {
      Members opened = unpacked();
      read = opened == null ? -1 : opened.read(bytes, offset, length);
    } catch (EOFException e) {
      throw notWhole("it ends too early; send all of it");
    } catch (ZipException e) {
      throw notWhole(String.valueOf(e.getMessage()));
    }
    finished = read < 0;
    count += Math.max(0, read);
    if (count > maxBytes) {
      throw new UnreadableBodyException(
          Fault.TOO_LARGE, "has more than " + maxBytes + " bytes uncompressed; send it in parts");
    }
    if (count > ALWAYS_ALLOWED && count > packed.count * maxRatio) {
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

  private @Nullable Members unpacked() throws IOException {
    if (members == null && packed.available() > 0) {
      members = new Members(packed);
    }
    return members;
  }

  @Override
  public int available() throws IOException {
    return members == null ? in.available() : members.available();
  }

  @Override
  public boolean isFinished() {
    return finished;
  }

  /// Decompresses one gzip member after the other, and knows whether a read would block.
  private static final class Members extends GZIPInputStream {

    private final Packed packed;

    Members(Packed packed) throws IOException {
      super(packed, 64 * 1024);
      this.packed = packed;
    }

    @Override
    public int available() throws IOException {
      return inf.getRemaining() > 0 || !inf.needsInput() ? 1 : packed.in.available();
    }
  }

  /// The compressed bytes. Their `available` blocks until it knows whether there are more, because
  /// [GZIPInputStream] takes 0 for the end of the last member.
  private static final class Packed extends InputStream {

    private static final int UNKNOWN = -2;

    private final InputStream in;
    private long count;
    private int ahead = UNKNOWN;

    Packed(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      int next = ahead == UNKNOWN ? in.read() : ahead;
      ahead = next < 0 ? -1 : UNKNOWN;
      count += next < 0 ? 0 : 1;
      return next;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (ahead == UNKNOWN) {
        int read = in.read(bytes, offset, length);
        count += Math.max(0, read);
        return read;
      }
      if (length == 0 || ahead < 0) {
        return length == 0 ? 0 : -1;
      }
      bytes[offset] = (byte) read();
      return 1;
    }

    @Override
    public int available() throws IOException {
      if (ahead == UNKNOWN) {
        ahead = in.read();
      }
      return ahead < 0 ? 0 : 1;
    }
  }
}
