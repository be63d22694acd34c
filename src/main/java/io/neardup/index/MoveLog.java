package io.neardup.index;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The latest documents that went from one fingerprint to another.
///
/// A lookup that looks at the new place too early and at the old place too late would miss a
/// document that was there all the time. So a writer adds the document in its new place, notes the
/// move here, and only then removes it from the old one; and a lookup that finds moves noted since
/// it began looks at those documents once more.
final class MoveLog {

  private static final int CAPACITY = 1024;

  /// @param sequence which move this was
  record Move(long sequence, int document, long fingerprint) {}

  private final AtomicReferenceArray<@Nullable Move> latest = new AtomicReferenceArray<>(CAPACITY);
  private volatile long moves;

  /// How many moves have been noted.
  long position() {
    return moves;
  }

  synchronized void note(int document, long fingerprint) {
    long sequence = moves;
    latest.set((int) (sequence % CAPACITY), new Move(sequence, document, fingerprint));
    moves = sequence + 1;
  }

  /// The move with that sequence, or null if later ones have taken its place.
  @Nullable Move get(long sequence) {
    Move move = latest.get((int) (sequence % CAPACITY));
    return move != null && move.sequence == sequence ? move : null;
  }
}
