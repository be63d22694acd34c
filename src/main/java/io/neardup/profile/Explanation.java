package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.stream.IntStream;

/// How a fingerprint is computed, step by step: the features, their weights and hashes, the sum of
/// each column, and the features that pull it most.
///
/// Bits and columns are numbered from the least significant bit, 0, which is the last of the
/// hexadecimal form.
///
/// @param projection how features become sums
/// @param features the distinct features, the heaviest first, then in order of appearance
/// @param columns one for each bit, bit 0 first
/// @param fingerprint 1 where the sum of the column is above 0; some published programs make 1 of a
///   sum of 0 as well
public record Explanation(
    Projection projection, List<Feature> features, List<Column> columns, Fingerprint fingerprint) {

  /// The most features that a column lists.
  static final int MAX_PULLS = 3;

  /// One distinct feature.
  ///
  /// @param feature its text
  /// @param count how often it occurs
  /// @param weight how much it counts
  /// @param hash in hexadecimal digits
  public record Feature(String feature, int count, double weight, String hash) {}

  /// One column: what decides a bit.
  ///
  /// @param bit 0 is the least significant
  /// @param sum of all pulls: for a dense projection in units of weight, for a sparse one in units
  ///   of the pull of a mean arrival
  /// @param pulls the three features that pull most, the strongest first; for a dense projection
  ///   those with the largest weight, for a sparse one few features reach a column, perhaps none
  public record Column(int bit, double sum, List<Pull> pulls) {}

  /// What one feature adds to one column.
  ///
  /// @param feature its text
  /// @param pull above 0 if it pulls towards 1
  public record Pull(String feature, double pull) {}

  /// An explanation whose columns list what pulls them. O(features * bits).
  ///
  /// @param features the heaviest first
  /// @param sums by bit
  static Explanation of(
      Projection projection, List<Feature> features, double[] sums, Fingerprint fingerprint) {
    Pulling pulling = new Pulling(projection, fingerprint.bits(), features);
    List<Strongest<Pull>> strongest =
        IntStream.range(0, sums.length).mapToObj(bit -> new Strongest<Pull>(MAX_PULLS)).toList();
    for (Feature feature : pulling.candidates()) {
      double[] pulls = pulling.pulls(feature);
      for (int bit = 0; bit < pulls.length; bit++) {
        double pull = pulls[bit];
        if (pull != 0) {
          strongest
              .get(bit)
              .offer(Math.abs(pull), feature.feature(), () -> new Pull(feature.feature(), pull));
        }
      }
    }
    List<Column> columns =
        IntStream.range(0, sums.length)
            .mapToObj(bit -> new Column(bit, sums[bit], strongest.get(bit).list()))
            .toList();
    return new Explanation(projection, features, columns, fingerprint);
  }

  /// What the features of this text add to its columns.
  Pulling pulling() {
    return new Pulling(projection, fingerprint.bits(), features);
  }
}
