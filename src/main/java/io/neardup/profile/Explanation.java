package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a fingerprint came about, step by step: features, their hashes, weights, and then either the
/// sums of SimHash and their signs, or who decided the bits of MinHash.
///
/// @param features the distinct features, for SimHash the heaviest first, for MinHash those that
///   decided the most bits; then in order of appearance
/// @param columns for SimHash, the sum of each bit, most significant bit first
/// @param deciders for MinHash, the hash of the feature that decided each bit, most significant bit
///   first; none if there is no feature
/// @param fingerprint for SimHash, 1 where a column is above 0
public record Explanation(
    List<Feature> features,
    @Nullable List<Double> columns,
    @Nullable List<String> deciders,
    Fingerprint fingerprint) {

  /// Rejects explanations of neither kind or both.
  public Explanation {
    if ((columns == null) == (deciders == null)) {
      throw new IllegalArgumentException("an explanation has either columns or deciders");
    }
  }

  static Explanation ofSums(List<Feature> features, List<Double> columns, Fingerprint fingerprint) {
    return new Explanation(features, columns, null, fingerprint);
  }

  static Explanation ofDeciders(
      List<Feature> features, List<String> deciders, Fingerprint fingerprint) {
    return new Explanation(features, null, deciders, fingerprint);
  }

  /// One distinct feature.
  ///
  /// @param feature its text
  /// @param count how often it occurs
  /// @param weight for SimHash, what it adds to a column where its hash has a 1, and takes away
  ///   elsewhere; for MinHash, the share of bits that it decides is in proportion to it
  /// @param hash 16 hex digits
  /// @param decidedBits for MinHash, how many bits it decided
  public record Feature(
      String feature, int count, double weight, String hash, @Nullable Integer decidedBits) {

    Feature(String feature, int count, double weight, String hash) {
      this(feature, count, weight, hash, null);
    }

    Feature deciding(int bits) {
      return new Feature(feature, count, weight, hash, bits);
    }
  }
}
