package io.neardup.profile;

import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// How a fingerprint is computed, step by step: the features, their weights and hashes, the sum of
/// each column, and the features with the largest contributions to it.
///
/// Bits and columns are numbered from the least significant bit, 0, the last one in the hexadecimal
/// form.
///
/// @param projection how features become sums
/// @param features the distinct features, by descending weight, then in order of appearance
/// @param columns one for each bit, bit 0 first
/// @param fingerprint 1 where the sum of the column is above 0; in some published programs also
///   where it is 0
public record Explanation(
    Projection projection, Features features, List<Column> columns, Fingerprint fingerprint) {

  /// The maximum number of features listed for a column.
  static final int MAX_PULLS = 3;

  private static final int CHECKED = 1 << 10; // features between two checks

  /// One distinct feature.
  ///
  /// @param feature its text
  /// @param count number of occurrences
  /// @param weight of the feature
  /// @param hash in hexadecimal digits
  public record Feature(String feature, int count, double weight, String hash) {}

  /// One column, whose sum decides a bit.
  ///
  /// @param bit 0 is the least significant
  /// @param sum of all contributions: for a dense projection in units of weight, for a sparse one
  ///   in mean arrivals
  /// @param pulls the three largest contributions, the largest first; with a sparse projection few
  ///   features contribute to a column, possibly none
  public record Column(int bit, double sum, List<Pull> pulls) {}

  /// The contribution of a feature to a column.
  ///
  /// @param feature its text
  /// @param pull above 0 if it contributes towards 1
  public record Pull(String feature, double pull) {}

  /// An explanation with the largest contributions to each column. O(features * bits).
  ///
  /// @param features by descending weight
  /// @param sums by bit
  /// @param check called periodically, and may throw
  static Explanation of(
      Projection projection,
      Features features,
      double[] sums,
      Fingerprint fingerprint,
      Runnable check) {
    Pulling pulling = new Pulling(projection, fingerprint.bits(), features);
    List<Strongest<Pull>> strongest =
        IntStream.range(0, sums.length).mapToObj(bit -> new Strongest<Pull>(MAX_PULLS)).toList();
    for (int feature = 0; feature < pulling.candidates(); feature++) {
      if (feature % CHECKED == 0) {
        check.run();
      }
      double[] pulls = pulling.pulls(feature);
      Supplier<String> name = features.lazyName(feature);
      for (int bit = 0; bit < pulls.length; bit++) {
        double pull = pulls[bit];
        if (pull != 0) {
          strongest.get(bit).offer(Math.abs(pull), name, () -> new Pull(name.get(), pull));
        }
      }
    }
    List<Column> columns =
        IntStream.range(0, sums.length)
            .mapToObj(bit -> new Column(bit, sums[bit], strongest.get(bit).list()))
            .toList();
    return new Explanation(projection, features, columns, fingerprint);
  }

  /// Computes the contributions of the features of this text.
  Pulling pulling() {
    return new Pulling(projection, fingerprint.bits(), features);
  }
}
