package io.neardup.service.join;

import org.jspecify.annotations.Nullable;

/// A pair of documents within the distance.
///
/// @param a the id that comes first
/// @param distance of their fingerprints, in bits
/// @param similarity of their features, computed exactly; null if it was not
/// @param equalToA the number of documents with the fingerprint of `a` that it represents,
///   including itself; 1 if the others have separate pairs
/// @param equalToB the same for `b`
public record NearPair(
    String a, String b, int distance, @Nullable Double similarity, int equalToA, int equalToB) {

  static NearPair of(String one, String other, int distance) {
    return of(one, 1, other, 1, distance, null);
  }

  static NearPair of(
      String one,
      int equalToOne,
      String other,
      int equalToOther,
      int distance,
      @Nullable Double similarity) {
    return one.compareTo(other) < 0
        ? new NearPair(one, other, distance, similarity, equalToOne, equalToOther)
        : new NearPair(other, one, distance, similarity, equalToOther, equalToOne);
  }
}
