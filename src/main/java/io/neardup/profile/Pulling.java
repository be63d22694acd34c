package io.neardup.profile;

import io.neardup.profile.Explanation.Feature;
import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.SparseColumns;
import java.util.Arrays;
import java.util.List;

/// The contributions of each feature of one text to the columns.
final class Pulling {

  private final Projection projection;
  private final int bits;
  private final List<Feature> features;
  private final long total; // of their fixed-point weights

  /// @param bits the number of columns
  /// @param features of the text, by descending weight
  Pulling(Projection projection, int bits, List<Feature> features) {
    this.projection = projection;
    this.bits = bits;
    this.features = features;
    this.total = features.stream().mapToLong(Pulling::fixedPointWeight).sum();
  }

  /// Features that include the [Explanation#MAX_PULLS] largest contributions to every column: with
  /// a dense projection each contributes its weight to every column, so these are the heaviest
  /// ones.
  List<Feature> candidates() {
    return switch (projection) {
      case DENSE -> features.subList(0, Math.min(features.size(), Explanation.MAX_PULLS));
      case SPARSE -> features;
    };
  }

  /// The contribution of a feature to each column, by bit. O(bits).
  double[] pulls(Feature feature) {
    return switch (projection) {
      case DENSE -> dense(feature);
      case SPARSE -> sparse(feature);
    };
  }

  private double[] dense(Feature feature) {
    Fingerprint hash = hash(feature.hash());
    double[] pulls = new double[bits];
    Arrays.setAll(pulls, bit -> hash.bit(bit) ? feature.weight() : -feature.weight());
    return pulls;
  }

  private double[] sparse(Feature feature) {
    long hash = Long.parseUnsignedLong(feature.hash(), 16);
    long[] pulls = SparseColumns.pulls(hash, fixedPointWeight(feature), total, bits);
    return Arrays.stream(pulls).mapToDouble(SparseSimHash::inMeanPulls).toArray();
  }

  /// The bits of the hash, expanded to the width of the fingerprint.
  private Fingerprint hash(String hex) {
    if (hex.length() * 4 >= bits) {
      return Fingerprint.parse(hex, bits);
    }
    long hash = Long.parseUnsignedLong(hex, 16);
    long[] words = new long[(bits + Long.SIZE - 1) / Long.SIZE];
    for (int word = 0; word < words.length; word++) {
      words[word] = Columns.expand(hash, word);
    }
    words[words.length - 1] &= -1L >>> (words.length * Long.SIZE - bits);
    return Fingerprint.of(bits, words);
  }

  private static long fixedPointWeight(Feature feature) {
    return Math.round(feature.weight() * Columns.ONE);
  }
}
