package io.neardup.index;

/// How a lookup searches the index, and what it guarantees to find.
///
/// @param kind the access method
/// @param probes the number of keys probed, 0 for a scan
/// @param maxDistance of the lookup, in bits
/// @param exactTo the distance up to which every document is found, at most `maxDistance`
/// @param recall the probability of finding a document at `maxDistance` whose differing bits are
///   distributed at random, 0.0 to 1.0; closer documents are found with a higher probability
/// @param path determines how a match was found
public record Plan(
    Kind kind, long probes, int maxDistance, int exactTo, double recall, LookupPath path) {

  private static final LookupPath NOWHERE = (query, match) -> null;

  /// The access method of a lookup.
  public enum Kind {
    /// One probe per table, under the query's own keys.
    TABLES,

    /// Probes into the tables with every key within some bits of the query's.
    PROBES,

    /// A scan of every fingerprint, or of the first word of each and the other words of close ones.
    SCAN,

    /// No search: no match was requested.
    NONE
  }

  /// A plan that finds everything up to `maxDistance`.
  public static Plan exact(Kind kind, long probes, int maxDistance, LookupPath path) {
    return new Plan(kind, probes, maxDistance, maxDistance, 1, path);
  }

  /// A plan that compares every fingerprint.
  public static Plan scan(int maxDistance) {
    return exact(Kind.SCAN, 0, maxDistance, LookupPath.SCAN);
  }

  /// A plan that finds nothing.
  public static Plan none(int maxDistance) {
    return new Plan(Kind.NONE, 0, maxDistance, -1, 0, NOWHERE);
  }

  /// The guarantee of this plan up to a smaller distance.
  public Plan within(int distance) {
    return distance == maxDistance
        ? this
        : new Plan(kind, probes, distance, Math.min(exactTo, distance), recall, path);
  }

  /// Without the path, which has no name.
  @Override
  public String toString() {
    return "Plan[kind="
        + kind
        + ", probes="
        + probes
        + ", maxDistance="
        + maxDistance
        + ", exactTo="
        + exactTo
        + ", recall="
        + recall
        + "]";
  }

  /// Whether it finds every document up to `maxDistance`.
  public boolean isExact() {
    return exactTo >= maxDistance;
  }
}
