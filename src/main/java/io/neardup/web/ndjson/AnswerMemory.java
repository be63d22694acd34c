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

  /// The memory of one stream.
  Stage.Room open() {
    return new Stage.Room() {
      @Override
      public boolean take(long held, long more) {
        return held == 0
            ? grow(0, more, Long.MAX_VALUE) // a single answer, however long, must get out
            : held + more <= mostOfOne && grow(held, held + more, shared);
      }

      @Override
      public void giveBack(long held, long less) {
        grow(held, held - less, Long.MAX_VALUE);
      }
    };
  }

  private synchronized boolean grow(long before, long after, long most) {
    long more = Math.max(0, after - own) - Math.max(0, before - own);
    if (more > 0 && taken + more > most) {
      return false;
    }
    taken += more;
    return true;
  }
}
