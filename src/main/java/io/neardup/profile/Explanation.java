package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.List;

/// How a fingerprint came about, step by step: features, their hashes, weights, sums, signs.
///
/// @param features the distinct features, heaviest first, then in order of appearance
/// @param columns the sum of each bit, most significant bit first
/// @param fingerprint 1 where a column is above 0
public record Explanation(List<Feature> features, List<Double> columns, Fingerprint fingerprint) {

  /// One distinct feature.
  ///
  /// @param feature its text
  /// @param count how often it occurs
  /// @param weight what it adds to a column where its hash has a 1, and takes away elsewhere
  /// @param hash 16 hex digits
  public record Feature(String feature, int count, double weight, String hash) {}
}
