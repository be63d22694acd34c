package io.neardup.index;

import io.neardup.simhash.Fingerprint;
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
public final class MoveLog {

  private volatile Move latest;

  /// @param before any fingerprint, of a move that is no move
  public MoveLog(Fingerprint before) {
    latest = new Move(-1, before);
  }

  /// The latest move; those to come follow it.
  public Move latest() {
    return latest;
  }

  /// Notes that the document is at this fingerprint now, and not yet gone from another.
  public synchronized void note(int document, Fingerprint fingerprint) {
    Move move = new Move(document, fingerprint);
    latest.next = move;
    latest = move;
  }

  /// Hands the moves after one, up to the latest, to `receiver`.
  public void forEachAfter(Move before, FingerprintIndex.Receiver receiver) {
    Move last = latest;
    for (Move move = before; move != last; ) {
      move = move.next();
      receiver.take(move.document, move.fingerprint);
    }
  }

  /// One move.
  public static final class Move {

    private final int document;
    private final Fingerprint fingerprint;
    private volatile @Nullable Move next;

    private Move(int document, Fingerprint fingerprint) {
      this.document = document;
      this.fingerprint = fingerprint;
    }

    int document() {
      return document;
    }

    /// Where the document went.
    public Fingerprint fingerprint() {
      return fingerprint;
    }

    /// The move after this one, which must not be the latest.
    public Move next() {
      return Objects.requireNonNull(next);
    }
  }
}
