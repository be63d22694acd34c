package io.neardup.web.ndjson;

import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.web.limits.BodyWeight;
import io.neardup.web.problem.Problem;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Consecutive lines of a stream, on their way from the reading thread to a worker.
final class LineBatch implements AutoCloseable {

  /* Large enough that handing over a batch costs little compared with processing it, small enough that a stream of a
  few hundred lines keeps several in progress. */
  private static final int FULL_BYTES = 32 * 1024;
  private static final int FULL_LINES = 256;

  private final List<Line> lines = new ArrayList<>();
  private final Bytes bytes = new Bytes();
  private final Share memory;
  private long taken;

  /// @param memory reserves memory for long lines, until the batch is closed
  LineBatch(Share memory) {
    this.memory = memory;
  }

  /// A line.
  ///
  /// @param number from 1
  /// @param start the offset of its bytes in the batch
  /// @param length in bytes
  /// @param problem why it cannot be read; null if it can
  record Line(long number, int start, int length, @Nullable Problem problem) {}

  /// Adds the current line of the reader.
  ///
  /// @throws RequestException if there is no memory for it
  void add(LineReader reader) {
    take(BodyWeight.ofLine(reader.bytes(), reader.start(), reader.length()));
    lines.add(new Line(reader.number(), bytes.size(), reader.length(), null));
    bytes.write(reader.bytes(), reader.start(), reader.length());
  }

  private void take(long weight) {
    if (weight > 0) {
      memory.take(weight);
      taken += weight;
    }
  }

  /// Releases the memory once the lines are processed.
  @Override
  public void close() {
    if (taken > 0) {
      memory.giveBack(taken);
      taken = 0;
    }
  }

  /// Adds a line that cannot be read.
  void add(long number, Problem problem) {
    lines.add(new Line(number, bytes.size(), 0, problem));
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  boolean isFull() {
    return bytes.size() >= FULL_BYTES || lines.size() >= FULL_LINES;
  }

  List<Line> lines() {
    return lines;
  }

  /// The bytes of all lines.
  byte[] bytes() {
    return bytes.array();
  }

  /// Its weight for backpressure: 1, more with long lines.
  int weight() {
    return 1 + bytes.size() / (2 * FULL_BYTES);
  }

  /// Exposes its array without copying.
  private static final class Bytes extends ByteArrayOutputStream {

    Bytes() {
      super(FULL_BYTES + FULL_BYTES / 8);
    }

    byte[] array() {
      return buf;
    }
  }
}
