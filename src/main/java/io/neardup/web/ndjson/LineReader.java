package io.neardup.web.ndjson;

import io.neardup.records.RecordCutter;
import io.neardup.records.RecordEnds;
import io.neardup.records.Utf8;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Reads a request body line by line in bounded memory. Lines end with LF or CR LF; the last one
/// may end with the body. A line is a record: if records may contain line feeds, it can span
/// several lines of the body. A body in UTF-16 or UTF-32 is broken at its first line.
final class LineReader extends RecordCutter {

  private static final int SIZE = 64 * 1024;

  private final Share memory;
  private final BooleanSupplier stopping;
  private boolean begun; // whether a line was read
  private @Nullable Result last; // why nothing more is read
  private @Nullable RequestException refusal;

  /// @param maxBytes of a line; longer ones are skipped
  /// @param memory reserves memory for long lines; those that exceed it are skipped
  /// @param stopping whether to stop reading
  /// @param ends finds the ends of lines
  LineReader(
      InputStream in, int maxBytes, Share memory, BooleanSupplier stopping, RecordEnds ends) {
    super(in, ends, maxBytes, SIZE);
    this.memory = memory;
    this.stopping = stopping;
  }

  /// Moves to the next line that is not blank.
  @Override
  public Result next() throws IOException {
    if (last != null) {
      return Result.END;
    }
    if (!isEnded() && stopping.getAsBoolean()) {
      last = Result.STOPPED;
      return last;
    }
    shrink();
    try {
      Result result = super.next();
      while (result == Result.RECORD && isBlank()) {
        result = super.next();
      }
      if (result == Result.RECORD && !begun) {
        begun = true;
        requireUtf8();
      }
      return result;
    } catch (RequestException e) {
      refusal = e;
      last = Result.BROKEN;
      return last;
    }
  }

  private void requireUtf8() {
    String other = Utf8.otherEncoding(bytes(), start(), start() + length());
    if (other != null) {
      throw RequestException.invalid(
          "body", "must be UTF-8, was " + other + "; convert it before it is sent");
    }
  }

  /// The number of the current line, or of the line that could not be read.
  @Override
  public long number() {
    return last == null ? super.number() : nextNumber();
  }

  @Override
  public boolean wouldWait() throws IOException {
    return last == null && super.wouldWait();
  }

  @Override
  protected boolean take(int bytes) {
    try {
      memory.take(bytes);
      return true;
    } catch (RequestException e) {
      refusal = e;
      return false;
    }
  }

  @Override
  protected void giveBack(int bytes) {
    memory.giveBack(bytes);
  }

  /// Why the body is broken, or why there was no memory for the current line.
  RequestException refusal() {
    return Objects.requireNonNull(refusal);
  }
}
