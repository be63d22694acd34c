package io.neardup.service.join;

/// A pair of documents within the distance.
///
/// @param a the id that comes first
/// @param distance of their fingerprints, in bits
/// @param equalToA the number of documents with the fingerprint of `a` that it represents,
///   including itself; 1 if the others have separate pairs
/// @param equalToB the same for `b`
public record NearPair(String a, String b, int distance, int equalToA, int equalToB) {

  static NearPair of(String one, int equalToOne, String other, int equalToOther, int distance) {
    return one.compareTo(other) < 0
        ? new NearPair(one, other, distance, equalToOne, equalToOther)
        : new NearPair(other, one, distance, equalToOther, equalToOne);
  }
}
