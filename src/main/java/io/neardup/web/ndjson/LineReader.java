package io.neardup.web.ndjson;

import io.neardup.records.RecordEnds;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.web.problem.UnreadableBodyException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Reads a stream of bytes line by line, in bounded memory. Lines end with LF or CR LF; the last
/// one may end with the stream. A line is a record: if records may contain line feeds, several
/// lines of the stream are one.
public final class LineReader {

  private static final int SIZE = 64 * 1024;

  private final InputStream in;
  private final int maxBytes;
  private final BooleanSupplier stopping;
  private final Share memory;
  private final RecordEnds ends;
  private byte[] buffer = new byte[SIZE];
  private int from; // of the bytes not yet handed out
  private int to;
  private int nextEnd = -1; // of the line at from, if it was found already
  private boolean ended;
  private int start;
  private int length;
  private long number;
  private int innerLines; // of the current record
  private @Nullable UnreadableBodyException fault;
  private @Nullable RequestException refusal;

  /// @param maxBytes of a line; longer ones are skipped
  /// @param memory reserves memory for long lines; those that exceed it are skipped
  public LineReader(InputStream in, int maxBytes, Share memory) {
    this(in, maxBytes, memory, () -> false, RecordEnds.LINES);
  }

  /// @param maxBytes of a line; longer ones are skipped
  /// @param memory reserves memory for long lines; those that exceed it are skipped
  /// @param stopping whether to stop reading
  /// @param ends finds the ends of lines
  LineReader(
      InputStream in, int maxBytes, Share memory, BooleanSupplier stopping, RecordEnds ends) {
    this.in = in;
    this.ends = ends;
    this.maxBytes = maxBytes;
    this.memory = memory;
    this.stopping = stopping;
  }

  /// What [#next()] found.
  public enum Result {
    /// A line that can be read with [#bytes()], [#start()] and [#length()].
    LINE,

    /// A line that was longer than allowed and has been skipped.
    TOO_LONG,

    /// A line for which there was no memory, which has been skipped; [#refusal()] is the reason.
    NO_MEMORY,

    /// Nothing more can be read; [#fault()] is the reason.
    BROKEN,

    /// Nothing more is read, because the service stops. This line and those after it are not
    /// answered.
    STOPPED,

    /// The end of the stream.
    END
  }

  /// Moves to the next line that is not blank.
  public Result next() throws IOException {
    if (!ended && stopping.getAsBoolean()) {
      return stop();
    }
    shrink();
    try {
      return find();
    } catch (UnreadableBodyException e) {
      fault = e;
      ended = true;
      from = to;
      advance();
      return Result.BROKEN;
    }
  }

  private Result stop() {
    ended = true;
    from = to;
    nextEnd = -1;
    advance();
    return Result.STOPPED;
  }

  private void advance() {
    number += 1 + innerLines;
    innerLines = 0;
  }

  private Result find() throws IOException {
    while (true) {
      int end;
      try {
        end = endOfLine();
      } catch (RequestException e) {
        refusal = e;
        advance();
        passOver();
        return Result.NO_MEMORY;
      }
      if (end < 0 && from == to && ended) {
        return Result.END;
      }
      advance();
      innerLines = ends.innerLines();
      if (end < 0 && !ended) {
        passOver();
        return Result.TOO_LONG;
      }
      start = from;
      length = (end < 0 ? to : end) - from;
      from = end < 0 ? to : end + 1;
      if (length > maxBytes) {
        return Result.TOO_LONG;
      }
      if (!isBlank()) {
        return Result.LINE;
      }
    }
  }

  /// Why the stream is broken.
  public UnreadableBodyException fault() {
    return Objects.requireNonNull(fault);
  }

  /// Why there was no memory for the current line.
  public RequestException refusal() {
    return Objects.requireNonNull(refusal);
  }

  /// The number of the current line, or of the first line of the current record, from 1. Blank
  /// lines count.
  public long number() {
    return number;
  }

  /// The array with the current line, until the next call of [#next()].
  public byte[] bytes() {
    return buffer;
  }

  /// The offset of the current line.
  public int start() {
    return start;
  }

  /// The length of the current line in bytes, without its end.
  public int length() {
    return length;
  }

  /// Whether reading the next line would block.
  public boolean wouldWait() throws IOException {
    nextEnd = ends.find(buffer, from, to, true);
    return nextEnd < 0 && !ended && in.available() == 0;
  }

  /// The index of the next LF; -1 if the stream ends first or the line is too long.
  private int endOfLine() throws IOException {
    int known = nextEnd;
    nextEnd = -1;
    if (known >= 0) {
      return known;
    }
    int searched = from;
    while (true) {
      int end = ends.find(buffer, searched, to, searched == from);
      if (end >= 0) {
        return end;
      }
      searched = to - from; // relative, as filling moves the bytes
      if (ended || searched > maxBytes) {
        return -1;
      }
      fill();
      searched += from;
    }
  }

  private void fill() throws IOException {
    if (from > 0) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
    }
    if (to == buffer.length) {
      int length = (int) Math.min(maxBytes + 2L, buffer.length * 2L);
      memory.take(length - buffer.length);
      buffer = Arrays.copyOf(buffer, length);
    }
    int count = in.read(buffer, to, buffer.length - to);
    if (count < 0) {
      ended = true;
    } else {
      to += count;
    }
  }

  /// Releases the memory of a long line.
  private void shrink() {
    int rest = to - from;
    if (buffer.length > SIZE && rest <= SIZE / 2) {
      memory.giveBack(buffer.length - SIZE);
      buffer = Arrays.copyOf(Arrays.copyOfRange(buffer, from, to), SIZE);
      nextEnd = nextEnd < 0 ? -1 : nextEnd - from;
      from = 0;
      to = rest;
    }
  }

  private void passOver() throws IOException {
    boolean begins = true;
    while (true) {
      int end = ends.find(buffer, from, to, begins);
      begins = false;
      innerLines = ends.innerLines();
      from = end < 0 ? to : end + 1;
      if (end >= 0 || ended) {
        return;
      }
      fill();
    }
  }

  private boolean isBlank() {
    for (int i = start; i < start + length; i++) {
      if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
        return false;
      }
    }
    return true;
  }
}
