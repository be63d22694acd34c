package io.neardup.profile;

import io.neardup.simhash.Columns;
import io.neardup.simhash.Fingerprint;
import io.neardup.simhash.SparseColumns;
import java.util.Arrays;
import java.util.stream.IntStream;

/// The contributions of each feature of one text to the columns.
final class Pulling {

  private final Projection projection;
  private final int bits;
  private final Features features;
  private final long total; // of their fixed-point weights

  /// @param bits the number of columns
  /// @param features of the text, by descending weight
  Pulling(Projection projection, int bits, Features features) {
    this.projection = projection;
    this.bits = bits;
    this.features = features;
    this.total = IntStream.range(0, features.size()).mapToLong(features::fixedPointWeight).sum();
  }

  /// How many leading features include the [Explanation#MAX_PULLS] largest contributions to every
  /// column. With a dense projection each feature contributes its weight to every column, so the
  /// heaviest ones suffice.
  int candidates() {
    return switch (projection) {
      case DENSE -> Math.min(features.size(), Explanation.MAX_PULLS);
      case SPARSE -> features.size();
    };
  }

  /// The contribution of a feature to each column, by bit. O(bits).
  double[] pulls(int feature) {
    return switch (projection) {
      case DENSE -> dense(feature);
      case SPARSE -> sparse(feature);
    };
  }

  private double[] dense(int feature) {
    Fingerprint hash = hash(features.hash(feature));
    double weight = features.weight(feature);
    double[] pulls = new double[bits];
    Arrays.setAll(pulls, bit -> hash.bit(bit) ? weight : -weight);
    return pulls;
  }

  private double[] sparse(int feature) {
    long[] pulls =
        SparseColumns.pulls(features.key(feature), features.fixedPointWeight(feature), total, bits);
    double[] inMeanPulls = new double[bits];
    for (int bit = 0; bit < bits; bit++) {
      inMeanPulls[bit] = projection.inUnits(pulls[bit]);
    }
    return inMeanPulls;
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
}
