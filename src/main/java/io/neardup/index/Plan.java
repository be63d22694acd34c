package io.neardup.index;

/// How a lookup goes about it, and what it is sure to find.
///
/// @param kind by what means
/// @param probes under how many keys it looks, 0 for a scan
/// @param maxDistance up to which distance it looks, in bits
/// @param exactTo up to which distance it finds every document, at most `maxDistance`
/// @param recall the probability that it finds a document at `maxDistance` whose differing bits lie
///   at random, 0.0 to 1.0; nearer ones are found more surely
/// @param path from which it follows how a match was found
public record Plan(
    Kind kind, long probes, int maxDistance, int exactTo, double recall, LookupPath path) {

  private static final LookupPath NOWHERE = (query, match) -> null;

  /// By what means a lookup finds its candidates.
  public enum Kind {
    /// One probe a table, under the query's own keys.
    TABLES,

    /// Probes into the tables with every key within some bits of the query's.
    PROBES,

    /// A look at every fingerprint, or at the first word of each and the others of those that are
    /// close.
    SCAN,

    /// No look at all: nothing was asked for.
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

  /// Whether it finds every document up to `maxDistance`.
  public boolean isExact() {
    return exactTo >= maxDistance;
  }
}
