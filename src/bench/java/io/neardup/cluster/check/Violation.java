package io.neardup.cluster.check;

/// An answer that contradicts other answers.
///
/// @param call the answer
record Violation(Kind kind, Call call, String explanation) {

  enum Kind {
    /// An acknowledged write has no effect.
    LOST_WRITE,
    /// A deleted document exists.
    RESURRECTED,
    /// The verdict of a document is not the last acknowledged one.
    WRONG_VERDICT,
    /// A lookup, or a list that ends in order, misses a document.
    MISSED,
    /// A lookup lists a document that was replaced, deleted or disabled before it began, or a read
    /// shows an earlier state than one before it.
    STALE,
    /// A text that was never sent.
    INVENTED,
    /// Of a family of near-duplicates, not exactly one is stored.
    FAMILY,
    /// A collection was there after its deletion, or not there after its creation, or not created.
    COLLECTION,
    /// A written document was not read after the end, so nothing shows that it is stored.
    NOT_READ,
    /// The answer to a stream ends in order, before each line has an answer.
    CUT,
    /// A job has failed.
    JOB,
    /// Instances that host a collection have not the same of it.
    UNEQUAL
  }

  @Override
  public String toString() {
    return kind + ": " + explanation + ", " + call;
  }
}
