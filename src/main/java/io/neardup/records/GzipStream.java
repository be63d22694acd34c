package io.neardup.records;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/// Decompresses gzip (RFC 1952), one member after the other. Not thread-safe.
///
/// Unlike [java.util.zip.GZIPInputStream], it does not take a damaged member for the end: each byte
/// after a member is the head of another one, or a zero, which pads the file. Other bytes are
/// damage, unless they are allowed and look in no way like a member.
public final class GzipStream extends InputStream {

  /// Receives what follows the last member and is not gzip.
  @FunctionalInterface
  public interface TrailingBytes {
    /// Called once, at the end.
    ///
    /// @param position of the first of them in the compressed stream, from 0
    /// @param count of bytes
    void found(long position, long count);
  }

  /// Receives where members begin and end.
  @FunctionalInterface
  public interface MemberReader {
    /// Called at each begin and each end.
    ///
    /// @param position in the compressed stream, from 0
    /// @param decompressed the number of bytes before it in the decompressed one
    void bound(long position, long decompressed);
  }

  private static final int[] HEAD = {0x1F, 0x8B, 8}; // two bytes of magic, and deflate
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xE0;
  private static final int AFTER_FLAGS = 6; // time, extra flags, system
  private static final int BUFFER = 1 << 16;

  private final InputStream in;
  private final @Nullable TrailingBytes trailing;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 checksum = new CRC32();
  private final byte[] buffer = new byte[BUFFER];
  private int at;
  private int end;
  private long read; // compressed bytes up to `end`
  private long size; // of the member, decompressed
  private long sizeBefore; // of the members before it
  private MemberReader members = (position, decompressed) -> {};
  private boolean inMember;
  private boolean ended;

  /// A stream of the decompressed bytes of `in`.
  ///
  /// @param in is closed with this
  /// @param trailing null if nothing but zeros may follow the last member
  public GzipStream(InputStream in, @Nullable TrailingBytes trailing) {
    this.in = in;
    this.trailing = trailing;
  }

  /// Whether bytes begin like a member.
  public static boolean isGzip(byte[] first) {
    return first.length > 1 && matches(first[0], 0) && matches(first[1], 1);
  }

  private static boolean matches(int next, int index) {
    return (next & 0xFF) == HEAD[index];
  }

  /// Passes on where members are.
  public void onMember(MemberReader reader) {
    members = reader;
  }

  /// The number of compressed bytes that were read from the source.
  public long compressedBytes() {
    return read;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  /// @throws EOFException if the stream ends within a member
  /// @throws ZipException if it is damaged
  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (inMember || beginMember()) {
      int count = inflate(bytes, offset, length);
      if (count > 0) {
        checksum.update(bytes, offset, count);
        size += count;
        return count;
      }
      if (inflater.finished()) {
        endMember();
      } else if (inflater.needsDictionary()) {
        throw damaged("it needs a dictionary");
      } else {
        require(fill());
        inflater.setInput(buffer, 0, end);
      }
    }
    return -1;
  }

  private int inflate(byte[] bytes, int offset, int length) throws ZipException {
    try {
      return inflater.inflate(bytes, offset, length);
    } catch (DataFormatException e) {
      throw damaged(String.valueOf(e.getMessage()));
    }
  }

  /// Whether there is another member; reads its header.
  private boolean beginMember() throws IOException {
    if (ended) {
      return false;
    }
    boolean first = read == 0;
    int next = next();
    while (next == 0 && !first) {
      next = next();
    }
    if (next < 0) {
      end();
      return false;
    }
    long position = read - (end - at) - 1;
    byte[] head = {(byte) next, 0, 0};
    int length = 1;
    while (length < head.length && (next = next()) >= 0) {
      head[length++] = (byte) next;
    }
    if (!readHead(head, length, position, first)) {
      return false;
    }
    readHeader();
    members.bound(position, sizeBefore);
    inflater.reset();
    checksum.reset();
    size = 0;
    inflater.setInput(buffer, at, end - at);
    inMember = true;
    return true;
  }

  /// Whether a member begins.
  private boolean readHead(byte[] head, int length, long position, boolean first)
      throws IOException {
    int equal = 0;
    for (int i = 0; i < length; i++) {
      equal += matches(head[i], i) ? 1 : 0;
    }
    if (equal == HEAD.length) {
      return true;
    }
    require(equal < length); // the head is cut
    String found =
        "at byte "
            + position
            + ", where a member of gzip should begin, is "
            + HexFormat.ofDelimiter(" ").formatHex(head, 0, length);
    if (first || trailing == null || equal > 1) {
      throw damaged(found);
    }
    readTrailing(found);
    end();
    trailing.found(position, read - position);
    return false;
  }

  /// Reads bytes after the last member to the end.
  private void readTrailing(String found) throws IOException {
    int seen = 0;
    for (int next = next(); next >= 0; next = next()) {
      seen = matches(next, seen) ? seen + 1 : matches(next, 0) ? 1 : 0;
      if (seen == HEAD.length) {
        throw damaged(found + ", and another member follows");
      }
    }
  }

  private void readHeader() throws IOException {
    CRC32 header = new CRC32();
    for (int part : HEAD) {
      header.update(part);
    }
    int flags = headerByte(header);
    if ((flags & RESERVED) != 0) {
      throw damaged("a header has reserved flags");
    }
    skip(AFTER_FLAGS, header);
    if ((flags & EXTRA) != 0) {
      int low = headerByte(header);
      skip(low | headerByte(header) << 8, header);
    }
    for (int text = flags & (NAME | COMMENT); text != 0; text &= text - 1) {
      while (headerByte(header) != 0) {
        // a character
      }
    }
    if ((flags & HEADER_CRC) != 0) {
      int expected = (int) header.getValue() & 0xFFFF;
      if (littleEndian(2) != expected) {
        throw damaged("a header does not match its checksum");
      }
    }
  }

  private int headerByte(CRC32 header) throws IOException {
    int next = next();
    require(next >= 0);
    header.update(next);
    return next;
  }

  private void skip(int count, CRC32 header) throws IOException {
    for (int i = 0; i < count; i++) {
      headerByte(header);
    }
  }

  private void endMember() throws IOException {
    at = end - inflater.getRemaining();
    inMember = false;
    if (littleEndian(4) != checksum.getValue() || littleEndian(4) != (size & 0xFFFF_FFFFL)) {
      throw damaged("its content does not match its checksum");
    }
    sizeBefore += size;
    members.bound(read - (end - at), sizeBefore);
  }

  private long littleEndian(int bytes) throws IOException {
    long value = 0;
    for (int i = 0; i < bytes; i++) {
      int next = next();
      require(next >= 0);
      value |= (long) next << 8 * i;
    }
    return value;
  }

  private int next() throws IOException {
    return at < end || fill() ? buffer[at++] & 0xFF : -1;
  }

  private boolean fill() throws IOException {
    int count = in.read(buffer);
    at = 0;
    end = Math.max(0, count);
    read += end;
    return count > 0;
  }

  private static void require(boolean goesOn) throws EOFException {
    if (!goesOn) {
      throw new EOFException();
    }
  }

  private static ZipException damaged(String how) {
    return new ZipException(how);
  }

  private void end() {
    ended = true;
    inflater.end();
  }

  /// Above 0 if a read does not block, at the end as well.
  @Override
  public int available() throws IOException {
    return ended || at < end && !inMember || inMember && inflater.getRemaining() > 0
        ? 1
        : in.available();
  }

  @Override
  public void close() throws IOException {
    end();
    in.close();
  }
}
