package io.neardup.profile;

import io.neardup.profile.Difference.Bit;
import io.neardup.profile.Difference.Unequal;
import io.neardup.profile.Difference.UnequalFeatures;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// Why bits of two fingerprints differ: the features that contribute to the differences between
/// their sums.
record PulledBits(List<Bit> bits, UnequalFeatures overallFeatures) {

  private static final int CHECK_EVERY = 1 << 10; // features, a few milliseconds

  /// @param differing the bits that differ
  /// @param check called periodically, and may throw
  static PulledBits of(int[] differing, Explanation a, Explanation b, Runnable check) {
    List<Strongest<Unequal>> ofBits =
        Arrays.stream(differing)
            .mapToObj(bit -> new Strongest<Unequal>(Explanation.MAX_PULLS))
            .toList();
    Strongest<Unequal> overall = new Strongest<>(Difference.MAX_FEATURES);
    Pulling pullingA = a.pulling();
    Pulling pullingB = b.pulling();
    Consumer<Pair> offer =
        pair -> {
          double[] apart = pair.apart(pullingA, pullingB, a.fingerprint(), differing);
          double sum = Arrays.stream(apart).sum();
          boolean pulls = false;
          for (int i = 0; i < differing.length; i++) {
            double pull = apart[i];
            if (pull != 0) {
              pulls = true;
              ofBits.get(i).offer(pull, pair.name, () -> pair.pulling(pull));
            }
          }
          if (pulls) {
            overall.offer(sum, pair.name, () -> pair.pulling(sum));
          }
        };
    if (differing.length > 0) {
      Features inA = a.features();
      Features inB = b.features();
      for (int i = 0; i < inA.size(); i++) {
        if (i % CHECK_EVERY == 0) {
          check.run();
        }
        offer.accept(new Pair(inA, i, inB, inB.find(inA.key(i)), inA.lazyName(i)));
      }
      for (int i = 0; i < inB.size(); i++) {
        if (i % CHECK_EVERY == 0) {
          check.run();
        }
        if (inA.find(inB.key(i)) < 0) {
          offer.accept(new Pair(inA, -1, inB, i, inB.lazyName(i)));
        }
      }
    }
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
  ///
  /// @param a its index in the first content, -1 if absent
  /// @param b its index in the second content, -1 if absent
  private record Pair(Features inA, int a, Features inB, int b, Supplier<String> name) {

    /// Its contribution to the difference between the sums, for each differing bit.
    double[] apart(Pulling pullingA, Pulling pullingB, Fingerprint first, int[] differing) {
      double[] ofA = a < 0 ? null : pullingA.pulls(a);
      double[] ofB = b < 0 ? null : pullingB.pulls(b);
      double[] apart = new double[differing.length];
      for (int i = 0; i < apart.length; i++) {
        int bit = differing[i];
        double more = (ofA == null ? 0 : ofA[bit]) - (ofB == null ? 0 : ofB[bit]);
        apart[i] = first.bit(bit) ? more : -more;
      }
      return apart;
    }

    Unequal pulling(double pull) {
      return new Unequal(name.get(), a < 0 ? 0 : inA.weight(a), b < 0 ? 0 : inB.weight(b), pull);
    }
  }
}
