package io.neardup.service.join;

import io.neardup.store.Document;
import java.util.Comparator;

/// A pair of documents within the distance.
///
/// @param a the document whose id comes first
/// @param distance of their fingerprints, in bits
/// @param equalToA the number of documents with the fingerprint of `a` that it represents,
///   including itself; 1 if the others have separate pairs
/// @param equalToB the same for `b`
public record NearPair(Document a, Document b, int distance, int equalToA, int equalToB) {

  /// Nearest first, then by ids.
  public static final Comparator<NearPair> NEAREST_FIRST =
      Comparator.comparingInt(NearPair::distance)
          .thenComparing(pair -> pair.a().id())
          .thenComparing(pair -> pair.b().id());

  static NearPair of(Document one, int equalToOne, Document other, int equalToOther, int distance) {
    return one.id().compareTo(other.id()) < 0
        ? new NearPair(one, other, distance, equalToOne, equalToOther)
        : new NearPair(other, one, distance, equalToOther, equalToOne);
  }
}
