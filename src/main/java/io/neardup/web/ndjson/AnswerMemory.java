package io.neardup.web.ndjson;

/// The memory in which answers of streams wait for clients that do not read yet. Each stream has a
/// little of its own, so that all go on; what a stream needs beyond that comes from what all share,
/// first come, first served, up to the most that one may have. Safe for concurrent use.
public final class AnswerMemory {

  private final long own;
  private final long mostOfOne;
  private final long shared;
  private long taken; // of what is shared

  /// @param own bytes that each stream has in any case
  /// @param mostOfOne bytes that one stream may have, its own ones among them
  /// @param shared bytes that all streams may have beyond their own ones
  public AnswerMemory(long own, long mostOfOne, long shared) {
    this.own = Math.min(own, mostOfOne);
    this.mostOfOne = mostOfOne;
    this.shared = shared;
  }

  /// How much is taken of what is shared.
  public synchronized long taken() {
    return taken;
  }

  /// The room of one stream.
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
