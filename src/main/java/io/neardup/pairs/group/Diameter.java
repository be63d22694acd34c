package io.neardup.pairs.group;

import io.neardup.hamming.FingerprintSnapshot;
import java.util.List;

/// The largest distance between any two rows of a group.
///
/// @param distance in bits; if it is not exact, it is a lower bound
/// @param isExact whether all pairs were compared
public record Diameter(int distance, boolean isExact) {

  /// Maximum number of rows of which all pairs are compared.
  public static final int EXACT_ROWS = 1_000;

  /// The diameter of some rows: exact for up to 1,000 of them; beyond, the distance between the row
  /// farthest from the first one and the row farthest from that.
  public static Diameter of(List<Integer> group, FingerprintSnapshot snapshot) {
    if (group.size() > EXACT_ROWS) {
      int far = farthest(group.getFirst(), group, snapshot);
      return new Diameter(snapshot.distance(far, farthest(far, group, snapshot)), false);
    }
    int distance = 0;
    for (int i = 0; i < group.size(); i++) {
      for (int j = i + 1; j < group.size(); j++) {
        distance = Math.max(distance, snapshot.distance(group.get(i), group.get(j)));
      }
    }
    return new Diameter(distance, true);
  }

  private static int farthest(int from, List<Integer> group, FingerprintSnapshot snapshot) {
    int farthest = from;
    int distance = 0;
    for (int row : group) {
      if (snapshot.distance(from, row) > distance) {
        farthest = row;
        distance = snapshot.distance(from, row);
      }
    }
    return farthest;
  }
}
