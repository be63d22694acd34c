package io.neardup.store;

import java.time.Instant;

/// What a person decided on two documents of a collection.
///
/// @param a the id that is first in order
/// @param b the other id
/// @param duplicate whether they are near-duplicates
/// @param distance of their fingerprints at that time, in bits; another distance later shows that a
///   text was replaced, so that the judgement no longer applies
/// @param weight the number of pairs that this one stands for, above 0
/// @param judgedAt when it was stored
public record Judgement(
    String a, String b, boolean duplicate, int distance, double weight, Instant judgedAt) {}
