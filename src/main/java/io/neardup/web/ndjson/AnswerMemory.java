package io.neardup.web.ndjson;

/// The memory for answers of streams whose clients do not read yet. Each stream has a small
/// reserved part, so that all make progress; beyond that it takes from a shared part, first come,
/// first served, up to the maximum of one stream. Thread-safe.
public final class AnswerMemory {

  private final long own;
  private final long mostOfOne;
  private final long shared;
  private long taken; // of what is shared

  /// @param own bytes reserved for each stream
  /// @param mostOfOne maximum of one stream in bytes, its reserved part included
  /// @param shared bytes that all streams share
  public AnswerMemory(long own, long mostOfOne, long shared) {
    this.own = Math.min(own, mostOfOne);
    this.mostOfOne = mostOfOne;
    this.shared = shared;
  }

  /// How many shared bytes are taken.
  public synchronized long taken() {
    return taken;
  }

  /// The capacity of a queue that is not shared.
  static Room alone(long most) {
    return new AnswerMemory(most, most, 0).open();
  }

  /// The memory of one stream.
  Room open() {
    return new Room();
  }

  /// What one stream holds.
  final class Room {

    private long held;

    /// Takes more; false if there is not enough. A single answer, however long, always fits, as it
    /// must get out.
    boolean take(long bytes) {
      synchronized (AnswerMemory.this) {
        long more = beyondOwn(held + bytes) - beyondOwn(held);
        boolean fits = held + bytes <= mostOfOne && (more == 0 || taken + more <= shared);
        if (held > 0 && !fits) {
          return false;
        }
        held += bytes;
        taken += more;
        return true;
      }
    }

    void giveBack(long bytes) {
      synchronized (AnswerMemory.this) {
        taken -= beyondOwn(held) - beyondOwn(held - bytes);
        held -= bytes;
      }
    }

    private long beyondOwn(long bytes) {
      return Math.max(0, bytes - own);
    }
  }
}
