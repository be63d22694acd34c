package io.neardup.simhash;

import java.util.Arrays;

/// Weights by inverse document frequency: (1 + ln tf) · idf, where idf is large for features in few
/// documents. Unknown features get the largest idf in the table.
///
/// Immutable; an open-addressing table of primitives, 24 to 48 bytes per feature.
public final class IdfTable implements FeatureWeights {

  /// More features than any vocabulary; such a table takes about 400 MB.
  public static final int MAX_FEATURES = 10_000_000;

  /// The largest idf allowed.
  public static final double MAX_IDF = 1_000;

  private static final int FREE = -1;

  private final long[] hashes;
  private final int[] idfs; // fixed-point
  private final int size;
  private final int smallest;
  private final int largest;

  private IdfTable(Builder builder) {
    hashes = builder.hashes;
    idfs = builder.idfs;
    size = builder.size;
    smallest = builder.smallest;
    largest = builder.largest;
  }

  /// The smoothed idf of a feature in `count` of `documents`, `1 + ln((documents + 1) / (count +
  /// 1))`: 1 for a feature in every document, 1 + ln(documents + 1) for a feature in none.
  public static double idf(long count, long documents) {
    if (count < 0 || count > documents) {
      throw new IllegalArgumentException("count must be 0 to " + documents + ", was " + count);
    }
    return 1 + StrictMath.log((documents + 1.0) / (count + 1.0));
  }

  /// The number of features in the table.
  public int size() {
    return size;
  }

  /// The idf of a feature. O(1).
  public double idf(long hash) {
    return (double) fixedPointIdf(hash) / Columns.ONE;
  }

  /// The smallest idf in the table.
  public double smallestIdf() {
    return (double) smallest / Columns.ONE;
  }

  /// The largest idf in the table, used for unknown features.
  public double largestIdf() {
    return (double) largest / Columns.ONE;
  }

  @Override
  public long weight(long hash, int count) {
    long product = TermFrequencyWeights.LOG.weight(count) * fixedPointIdf(hash);
    return (product + Columns.ONE / 2) / Columns.ONE;
  }

  private int fixedPointIdf(long hash) {
    int idf = idfs[find(hashes, idfs, hash)];
    return idf == FREE ? largest : idf;
  }

  private static int find(long[] hashes, int[] idfs, long hash) {
    int mask = hashes.length - 1;
    int at = (int) (hash * 0x9E3779B97F4A7C15L >>> 32) & mask;
    while (idfs[at] != FREE && hashes[at] != hash) {
      at = at + 1 & mask;
    }
    return at;
  }

  /// Collects the features of a table. Not thread-safe.
  public static final class Builder {

    private long[] hashes = new long[64];
    private int[] idfs = new int[64];
    private int size;
    private int smallest = Integer.MAX_VALUE;
    private int largest;

    /// An empty builder.
    public Builder() {
      Arrays.fill(idfs, FREE);
    }

    /// Adds a feature.
    ///
    /// @param idf 0 to [#MAX_IDF]; 0 excludes the feature from fingerprints
    /// @return whether the feature is new; a repeated feature keeps its first idf
    public boolean add(long hash, double idf) {
      if (!(idf >= 0 && idf <= MAX_IDF)) {
        throw new IllegalArgumentException("idf must be 0 to 1000, was " + idf);
      }
      int at = find(hashes, idfs, hash);
      if (idfs[at] != FREE) {
        return false;
      }
      if (size == MAX_FEATURES) {
        throw new IllegalArgumentException("a table has at most 10000000 features");
      }
      hashes[at] = hash;
      idfs[at] = (int) Math.round(idf * Columns.ONE);
      smallest = Math.min(smallest, idfs[at]);
      largest = Math.max(largest, idfs[at]);
      if (++size * 2 > hashes.length) {
        grow();
      }
      return true;
    }

    /// Builds the table; the builder cannot be used afterwards.
    ///
    /// @throws IllegalStateException if it has no features
    public IdfTable build() {
      if (size == 0) {
        throw new IllegalStateException("a table has at least one feature");
      }
      return new IdfTable(this);
    }

    private void grow() {
      long[] oldHashes = hashes;
      int[] oldIdfs = idfs;
      hashes = new long[oldHashes.length * 2];
      idfs = new int[hashes.length];
      Arrays.fill(idfs, FREE);
      for (int i = 0; i < oldHashes.length; i++) {
        if (oldIdfs[i] != FREE) {
          int at = find(hashes, idfs, oldHashes[i]);
          hashes[at] = oldHashes[i];
          idfs[at] = oldIdfs[i];
        }
      }
    }
  }
}
