package io.neardup.records;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/// Cuts a stream of bytes into records, in bounded memory. The last record may end with the stream.
/// A byte order mark before the first record is left out. Not thread-safe.
///
/// ```
/// buffer   . . . [ records cut ] [ next record ] [ further bytes ] . . .
///                                from       scanned, or end       to
/// ```
public class RecordCutter {

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final InputStream in;
  private final RecordEnds ends;
  private final int maxBytes;
  private final int size;
  private byte[] buffer;
  private int from; // of the next record
  private int scanned; // up to which its end was not found
  private int end = -1; // of the next record, if it was found
  private int to; // the end of the bytes that were read
  private boolean begun; // the first bytes of the next record were scanned
  private boolean ended;
  private int start;
  private int length;
  private long number;
  private int innerLines;

  /// What [#next()] found.
  public enum Result {
    /// A record.
    RECORD,

    /// A record that was longer than allowed and has been skipped.
    TOO_LONG,

    /// A record for which there was no memory, which has been skipped.
    NO_MEMORY,

    /// Nothing more can be read.
    BROKEN,

    /// Nothing more is read, by decision of a subclass.
    STOPPED,

    /// The end of the stream.
    END
  }

  /// Cuts a stream into records.
  ///
  /// @param ends finds the ends of records
  /// @param maxBytes of a record; longer ones are skipped
  /// @param size of the buffer, in bytes
  public RecordCutter(InputStream in, RecordEnds ends, int maxBytes, int size) {
    this.in = in;
    this.ends = ends;
    this.maxBytes = maxBytes;
    this.size = size;
    this.buffer = new byte[size];
  }

  /// Requests memory for a record that is longer than the buffer.
  ///
  /// @return whether it is granted
  protected boolean take(int bytes) {
    return true;
  }

  /// Releases memory that was granted.
  protected void giveBack(int bytes) {}

  /// Moves to the next record, which may be blank. Bytes of records before it may be overwritten,
  /// unless it [#isBuffered()].
  public Result next() throws IOException {
    Result result = Result.RECORD;
    while (!isBuffered() && !ended) {
      if (result == Result.RECORD && to - from > maxBytes) {
        result = Result.TOO_LONG;
      }
      if (result == Result.RECORD && to - from == buffer.length && !grow()) {
        result = Result.NO_MEMORY;
      }
      if (result != Result.RECORD) {
        from = to - 1; // where the record ends if this is a carriage return
        scanned = to;
      }
      fill();
    }
    if (end < 0 && from == to && result == Result.RECORD) {
      return Result.END;
    }
    cut();
    return result == Result.RECORD && length > maxBytes ? Result.TOO_LONG : result;
  }

  private void cut() {
    if (end < 0 && ends.hasEnded()) {
      end = to - 1;
    }
    number = nextNumber();
    innerLines = ends.innerLines();
    start = from;
    length = (end < 0 ? to : end) - from;
    from = end < 0 ? to : end + 1;
    scanned = from;
    end = -1;
    begun = false;
    int mark = BYTE_ORDER_MARK.length;
    if (number == 1
        && length >= mark
        && Arrays.equals(buffer, start, start + mark, BYTE_ORDER_MARK, 0, mark)) {
      start += mark;
      length -= mark;
    }
  }

  /// Whether the next record has been read up to its line end.
  public final boolean isBuffered() {
    if (end < 0) {
      end = ends.find(buffer, scanned, to, !begun);
      scanned = to;
      begun = true;
    }
    return end >= 0;
  }

  /// Whether reading the next record would block.
  public boolean wouldWait() throws IOException {
    return !isBuffered() && !ended && in.available() == 0;
  }

  /// Whether the stream has been read to its end.
  public final boolean isEnded() {
    return ended;
  }

  /// Whether the current record is a blank line.
  public final boolean isBlank() {
    return ends.isBlank(buffer, start, start + length);
  }

  /// The array with the current record.
  public final byte[] bytes() {
    return buffer;
  }

  /// The offset of the current record.
  public final int start() {
    return start;
  }

  /// The length of the current record in bytes, without its line end; of CR LF, CR belongs to it.
  public final int length() {
    return length;
  }

  /// The number of the first line of the current record, from 1. Blank lines count.
  public long number() {
    return number;
  }

  /// The number of the first line of the next record.
  public final long nextNumber() {
    return number + 1 + innerLines;
  }

  /// Passes the buffer with the current record, and those that were buffered before it, to the
  /// caller.
  public final byte[] release() {
    byte[] released = buffer;
    move(new byte[Math.max(size, 2 * (to - from))]);
    return released;
  }

  /// Releases the memory of a long record.
  public final void shrink() {
    if (buffer.length > size && to - from <= size / 2) {
      giveBack(buffer.length - size);
      move(new byte[size]);
    }
  }

  /// Copies the bytes that are not cut to the beginning of a buffer.
  private void move(byte[] target) {
    System.arraycopy(buffer, from, target, 0, to - from);
    buffer = target;
    end = end < 0 ? -1 : end - from;
    scanned -= from;
    to -= from;
    from = 0;
  }

  private boolean grow() {
    int grown = (int) Math.min(maxBytes + 2L, buffer.length * 2L);
    if (!take(grown - buffer.length)) {
      return false;
    }
    move(new byte[grown]);
    return true;
  }

  private void fill() throws IOException {
    if (from > 0) {
      move(buffer);
    }
    int count = in.read(buffer, to, buffer.length - to);
    if (count < 0) {
      ended = true;
    } else {
      to += count;
    }
  }
}
