package io.neardup.simhash;

/// Weights in five levels: 1 for features in almost every document, 5 for the rarest. A feature
/// adds its level for each occurrence.
///
/// A level is a range of idf: level 1 ends where level 2 begins, at `second`, and every further
/// level is `step` wide.
///
/// @param table the idf of features
/// @param second the smallest idf of level 2
/// @param step the width of levels 2, 3 and 4, above 0
public record IdfLevels(IdfTable table, double second, double step) implements FeatureWeights {

  /// The level of the rarest features.
  public static final int MAX_LEVEL = 5;

  /// Rejects invalid widths.
  public IdfLevels {
    if (!(step > 0 && Double.isFinite(step) && Double.isFinite(second))) {
      throw new IllegalArgumentException(
          "second must be finite and step above 0, were " + second + " and " + step);
    }
  }

  /// Five equal ranges from the smallest idf of `table` to the largest.
  public static IdfLevels of(IdfTable table) {
    double step = (table.largestIdf() - table.smallestIdf()) / MAX_LEVEL;
    return new IdfLevels(table, table.smallestIdf() + step, step > 0 ? step : 1);
  }

  /// The level of a feature, 1 to 5. O(1).
  public int level(long hash) {
    double aboveSecond = (table.idf(hash) - second) / step;
    return (int) Math.clamp(2 + Math.floor(aboveSecond), 1, MAX_LEVEL);
  }

  @Override
  public long weight(long hash, int count) {
    return level(hash) * (count * Columns.ONE);
  }
}
