package io.neardup.profile;

import io.neardup.profile.Difference.Bit;
import io.neardup.profile.Difference.Unequal;
import io.neardup.profile.Difference.UnequalFeatures;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Why bits of two fingerprints differ: the features that contribute to the differences of their
/// sums.
record PulledBits(List<Bit> bits, UnequalFeatures overallFeatures) {

  /// @param differing the bits that differ
  /// @param inA the features of `a`
  /// @param inB the features of `b`
  static PulledBits of(
      int[] differing,
      Explanation a,
      Explanation b,
      Map<Difference.Key, Explanation.Feature> inA,
      Map<Difference.Key, Explanation.Feature> inB) {
    List<Strongest<Unequal>> ofBits =
        Arrays.stream(differing)
            .mapToObj(bit -> new Strongest<Unequal>(Explanation.MAX_PULLS))
            .toList();
    Strongest<Unequal> overall = new Strongest<>(Difference.MAX_FEATURES);
    Pulling pullingA = a.pulling();
    Pulling pullingB = b.pulling();
    Consumer<Pair> offer =
        pair -> {
          double[] apart = pair.apart(pullingA, pullingB, a.fingerprint());
          double sum = Arrays.stream(differing).mapToDouble(bit -> apart[bit]).sum();
          if (Arrays.stream(differing).anyMatch(bit -> apart[bit] != 0)) {
            overall.offer(sum, pair.name(), () -> pair.pulling(sum));
          }
          for (int i = 0; i < differing.length; i++) {
            double pull = apart[differing[i]];
            if (pull != 0) {
              ofBits.get(i).offer(pull, pair.name(), () -> pair.pulling(pull));
            }
          }
        };
    a.features()
        .forEach(feature -> offer.accept(new Pair(feature, inB.get(Difference.Key.of(feature)))));
    b.features().stream()
        .filter(feature -> !inA.containsKey(Difference.Key.of(feature)))
        .forEach(feature -> offer.accept(new Pair(null, feature)));
    return new PulledBits(
        IntStream.range(0, differing.length)
            .mapToObj(i -> bit(differing[i], a, b, ofBits.get(i).list()))
            .toList(),
        new UnequalFeatures(overall.list(), overall.offered(), overall.more() > 0));
  }

  private static Bit bit(int bit, Explanation a, Explanation b, List<Unequal> pulls) {
    return new Bit(bit, a.columns().get(bit).sum(), b.columns().get(bit).sum(), pulls);
  }

  /// A feature in both contents.
  private record Pair(Explanation.@Nullable Feature inA, Explanation.@Nullable Feature inB) {

    String name() {
      return Objects.requireNonNull(inA != null ? inA : inB).feature();
    }

    /// Its contribution to the difference of the sums, for each differing bit.
    double[] apart(Pulling pullingA, Pulling pullingB, Fingerprint a) {
      double[] apart = new double[a.bits()];
      if (inA != null) {
        double[] pulls = pullingA.pulls(inA);
        Arrays.setAll(apart, bit -> pulls[bit]);
      }
      if (inB != null) {
        double[] pulls = pullingB.pulls(inB);
        Arrays.setAll(apart, bit -> apart[bit] - pulls[bit]);
      }
      Arrays.setAll(apart, bit -> a.bit(bit) ? apart[bit] : -apart[bit]);
      return apart;
    }

    Unequal pulling(double pull) {
      return new Unequal(name(), weight(inA), weight(inB), pull);
    }

    private static double weight(Explanation.@Nullable Feature feature) {
      return feature == null ? 0 : feature.weight();
    }
  }
}
