package io.neardup.store;

import io.neardup.simhash.Fingerprint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What a person decided on two documents of a collection. As a [Verdict], it belongs to the texts
/// that were judged.
///
/// @param a the id that is first in order
/// @param b the other id
/// @param duplicate whether they are near-duplicates
/// @param distance of their fingerprints at that time, in bits
/// @param weight the number of pairs that this one stands for, above 0
/// @param judgedAt when it was stored
/// @param judgedA the fingerprint of the judged text of `a`; null if a former version, which did
///   not keep them, stored the judgement
/// @param judgedB the fingerprint of the judged text of `b`, likewise
public record Judgement(
    String a,
    String b,
    boolean duplicate,
    int distance,
    double weight,
    Instant judgedAt,
    @Nullable Fingerprint judgedA,
    @Nullable Fingerprint judgedB) {

  /// A judgement whose texts have no known fingerprints.
  public Judgement(
      String a, String b, boolean duplicate, int distance, double weight, Instant judgedAt) {
    this(a, b, duplicate, distance, weight, judgedAt, null, null);
  }

  /// Whether the two documents still have the judged texts. Without their fingerprints, the same
  /// distance must suffice.
  ///
  /// @param within the distance up to which a text is the judged text, in bits
  public boolean appliesTo(Fingerprint presentA, Fingerprint presentB, int within) {
    return judgedA == null || judgedB == null
        ? presentA.distance(presentB) == distance
        : Verdict.isSame(judgedA, presentA, within) && Verdict.isSame(judgedB, presentB, within);
  }
}
