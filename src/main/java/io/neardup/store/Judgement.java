package io.neardup.store;

import io.neardup.simhash.Fingerprint;
import java.time.Instant;

/// A person's decision on two documents of a collection. Like a [Verdict], it belongs to the judged
/// texts.
///
/// @param a the id that sorts first
/// @param b the other id
/// @param duplicate whether they are near-duplicates
/// @param weight the number of pairs that this one represents, above 0
/// @param judgedAt when it was stored
/// @param judgedA the fingerprint of the judged text of `a`
/// @param judgedB the fingerprint of the judged text of `b`
public record Judgement(
    String a,
    String b,
    boolean duplicate,
    double weight,
    Instant judgedAt,
    Fingerprint judgedA,
    Fingerprint judgedB) {

  /// The distance between the fingerprints of the judged texts, in bits.
  public int distance() {
    return judgedA.distance(judgedB);
  }

  /// Whether the two documents still have the judged texts.
  ///
  /// @param within the distance up to which a text counts as the judged text, in bits
  public boolean appliesTo(Fingerprint presentA, Fingerprint presentB, int within) {
    return Verdict.isSame(judgedA, presentA, within) && Verdict.isSame(judgedB, presentB, within);
  }
}
