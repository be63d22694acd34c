package io.neardup.index;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The documents that went from one fingerprint to another, in the order in which they did.
///
/// A lookup that looks at the new place too early and at the old place too late would miss a
/// document that was there all the time. So a writer adds the document in its new place, notes the
/// move here, and only then removes it from the old one; and a lookup takes what was noted while it
/// was under way as seen, too.
///
/// A chain in which each move knows the next: a lookup holds the move that was the latest when it
/// began, and what no lookup holds is garbage. So no move is forgotten too early, however many
/// there are.
final class MoveLog {

  private volatile Move latest = new Move(-1, 0);

  /// The latest move; those to come follow it.
  Move latest() {
    return latest;
  }

  /// Notes that the document is at this fingerprint now, and not yet gone from another.
  synchronized void note(int document, long fingerprint) {
    Move move = new Move(document, fingerprint);
    latest.next = move;
    latest = move;
  }

  /// One move.
  static final class Move {

    private final int document;
    private final long fingerprint;
    private volatile @Nullable Move next;

    private Move(int document, long fingerprint) {
      this.document = document;
      this.fingerprint = fingerprint;
    }

    int document() {
      return document;
    }

    /// Where the document went.
    long fingerprint() {
      return fingerprint;
    }

    /// The move after this one, which must not be the latest.
    Move next() {
      return Objects.requireNonNull(next);
    }
  }
}
