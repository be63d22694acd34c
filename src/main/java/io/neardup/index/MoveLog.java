package io.neardup.index;

import io.neardup.simhash.Fingerprint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The documents that changed their fingerprint, in order.
///
/// A lookup that reads the new place before the change and the old place after it would miss a
/// document although it was in the index all the time. Therefore a writer adds the document at its
/// new place, records the move here, and only then removes it from the old place; a lookup also
/// returns documents whose moves were recorded while it ran.
///
/// Moves form a linked list in which each refers to the next. A lookup holds the latest move at its
/// start; moves before any held one are garbage collected.
public final class MoveLog {

  private volatile Move latest;

  /// A log without moves.
  ///
  /// @param before any fingerprint, for the initial sentinel
  public MoveLog(Fingerprint before) {
    latest = new Move(-1, before);
  }

  /// The latest move; later moves follow it.
  public Move latest() {
    return latest;
  }

  /// Records that the document now has this fingerprint, while it still has its previous one.
  public synchronized void note(int document, Fingerprint fingerprint) {
    Move move = new Move(document, fingerprint);
    latest.next = move;
    latest = move;
  }

  /// Passes the moves after `before` to `receiver`, including moves recorded meanwhile.
  public void forEachAfter(Move before, FingerprintIndex.Receiver receiver) {
    for (Move move = before; move != latest; ) {
      move = Objects.requireNonNull(move.next);
      receiver.take(move.document, move.fingerprint);
    }
  }

  /// One move.
  public static final class Move {
    private final int document;
    private final Fingerprint fingerprint;
    private volatile @Nullable Move next; // null for the latest

    private Move(int document, Fingerprint fingerprint) {
      this.document = document;
      this.fingerprint = fingerprint;
    }
  }
}
