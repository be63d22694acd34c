package io.neardup.records;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Finds the ends of the records of a stream. One for each stream, because it may keep a position
/// within a record.
public interface RecordEnds {

  /// Records that end with a line feed, as in NDJSON.
  RecordEnds LINES = (bytes, from, to, begins) -> LineFeeds.find(bytes, from, to);

  /// The index of the byte that ends a record: a line feed, or a carriage return without one. That
  /// may be the byte before `from`, as only the next one shows what a carriage return is.
  ///
  /// @param begins whether a record begins at `from`; otherwise these bytes continue the call
  ///   before
  /// @return -1 if it does not end among these bytes
  int find(byte[] bytes, int from, int to, boolean begins);

  /// Whether the last byte ends a record if none follows.
  default boolean hasEnded() {
    return false;
  }

  /// The end of what a record contains: without the carriage returns of its line end.
  static int withoutReturns(byte[] bytes, int from, int to) {
    int end = to;
    while (end > from && bytes[end - 1] == '\r') {
      end--;
    }
    return end;
  }

  /// Whether a record has no other characters than white space and control characters.
  default boolean isBlank(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0 || bytes[i] > ' ') {
        return false;
      }
    }
    return true;
  }

  /// The number of line ends inside the last record found.
  default int innerLines() {
    return 0;
  }

  /// Finds line feeds, eight bytes at once.
  final class LineFeeds {

    private static final VarHandle EIGHT =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    private LineFeeds() {}

    private static int find(byte[] bytes, int from, int to) {
      int at = from;
      for (; at <= to - Long.BYTES; at += Long.BYTES) {
        long zeroWhereFeed = (long) EIGHT.get(bytes, at) ^ '\n' * ONES;
        long found = zeroWhereFeed - ONES & ~zeroWhereFeed & HIGH; // exact up to the first feed
        if (found != 0) {
          return at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
        }
      }
      for (; at < to; at++) {
        if (bytes[at] == '\n') {
          return at;
        }
      }
      return -1;
    }
  }
}
