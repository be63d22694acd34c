package io.neardup.measure;

import io.neardup.simhash.FeatureVector;
import java.math.BigInteger;
import java.util.function.LongToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The exact weighted Jaccard similarity of two texts, which the distance of sparse SimHash
/// estimates.
///
/// Each text weighs 1: the weight of a feature is divided by the sum of all weights of its text. So
/// a text is equal to itself repeated, if its features have the same shares of the weight.
public final class WeightedJaccard {

  /* With weights a and b, their sums A and B, and a missing feature having the weight 0:

      Σ min(a/A, b/B)     Σ min(a·B, b·A)          S
      ---------------  =  ---------------  =  -----------
      Σ max(a/A, b/B)     Σ max(a·B, b·A)     2·A·B - S

  since minimum and maximum of two numbers add up to both of them, and Σ a·B = Σ b·A = A·B. So only the
  features of both texts count, and all is exact but the last division. */
  private static final int LONG_BITS = Long.SIZE - 2; // of 2·A·B without overflow

  private WeightedJaccard() {}

  /// The sum of the smaller share of each feature, divided by the sum of the larger one; a missing
  /// feature has the share 0. Symmetric. O(features): both are sorted, and merged.
  ///
  /// @return 0.0 for nothing in common to 1.0 for equal shares; 0.0 if one has no features
  public static double of(FeatureVector a, FeatureVector b) {
    long sumA = a.sum();
    long sumB = b.sum();
    if (sumA == 0 || sumB == 0) {
      return 0;
    }
    if (bits(sumA) + bits(sumB) > LONG_BITS) {
      return ofLong(a, b);
    }
    long common = 0;
    int i = 0;
    int j = 0;
    while (i < a.size() && j < b.size()) {
      long hashA = a.hash(i);
      long hashB = b.hash(j);
      // Without a branch, as which text has the next feature cannot be predicted.
      long weightA = hashA <= hashB ? a.weight(i) : 0;
      long weightB = hashB <= hashA ? b.weight(j) : 0;
      common += Math.min(weightA * sumB, weightB * sumA);
      i += hashA <= hashB ? 1 : 0;
      j += hashB <= hashA ? 1 : 0;
    }
    return (double) common / (2 * sumA * sumB - common);
  }

  private static int bits(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  /// The same of texts whose products need more than 64 bits. The smaller weights are added by the
  /// text that they are of, before they are multiplied.
  private static double ofLong(FeatureVector a, FeatureVector b) {
    long smallerOfA = 0;
    long smallerOfB = 0;
    int i = 0;
    int j = 0;
    while (i < a.size() && j < b.size()) {
      long hashA = a.hash(i);
      long hashB = b.hash(j);
      if (hashA == hashB) {
        if (isLess(a.weight(i), b.sum(), b.weight(j), a.sum())) {
          smallerOfA += a.weight(i);
        } else {
          smallerOfB += b.weight(j);
        }
      }
      i += hashA <= hashB ? 1 : 0;
      j += hashB <= hashA ? 1 : 0;
    }
    BigInteger sumA = BigInteger.valueOf(a.sum());
    BigInteger sumB = BigInteger.valueOf(b.sum());
    BigInteger common =
        BigInteger.valueOf(smallerOfA)
            .multiply(sumB)
            .add(BigInteger.valueOf(smallerOfB).multiply(sumA));
    BigInteger either = sumA.multiply(sumB).shiftLeft(1).subtract(common);
    return common.doubleValue() / either.doubleValue();
  }

  /// Whether `a * b < c * d`, of numbers that are not negative.
  private static boolean isLess(long a, long b, long c, long d) {
    long highAb = Math.multiplyHigh(a, b);
    long highCd = Math.multiplyHigh(c, d);
    return highAb == highCd ? Long.compareUnsigned(a * b, c * d) < 0 : highAb < highCd;
  }

  /// The similarity by the weights of a collection.
  ///
  /// @param frequencies of its features, null for the weights as they are
  public static double of(
      FeatureVector a, FeatureVector b, @Nullable DocumentFrequencies frequencies) {
    return frequencies == null ? of(a, b) : of(a, b, frequencies.factors());
  }

  /// The similarity of weights that are multiplied by a factor each, the same for both texts.
  private static double of(FeatureVector a, FeatureVector b, LongToDoubleFunction factor) {
    double[] commonA = new double[Math.min(a.size(), b.size())];
    double[] commonB = new double[commonA.length];
    int common = 0;
    double onlyA = 0;
    double onlyB = 0;
    double sumA = 0;
    double sumB = 0;
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      boolean takesA = j == b.size() || i < a.size() && a.hash(i) <= b.hash(j);
      boolean takesB = i == a.size() || j < b.size() && b.hash(j) <= a.hash(i);
      double by = factor.applyAsDouble(takesA ? a.hash(i) : b.hash(j));
      double weightA = takesA ? by * a.weight(i++) : 0;
      double weightB = takesB ? by * b.weight(j++) : 0;
      sumA += weightA;
      sumB += weightB;
      if (takesA && takesB) {
        commonA[common] = weightA;
        commonB[common++] = weightB;
      } else {
        onlyA += weightA;
        onlyB += weightB;
      }
    }
    double smaller = 0;
    double larger = onlyA * sumB + onlyB * sumA;
    for (int k = 0; k < common; k++) {
      double ofA = commonA[k] * sumB;
      double ofB = commonB[k] * sumA;
      smaller += Math.min(ofA, ofB);
      larger += Math.max(ofA, ofB);
    }
    return larger == 0 ? 0 : smaller / larger;
  }
}
