package io.neardup.index;

import io.neardup.hamming.Blocks;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Chooses the cheapest plan that finds a match with the requested probability.
public final class ProbePlanner {

  /* The cost model

      probing    probes * PROBE + candidates * CANDIDATE        candidates ~ n * sum of probes / 2^width
      scanning   n * SCANNED

  The steps of Probing increase in cost and in recall. So the first step that reaches the requested recall is
  also the cheapest. A plan consists of two decisions: the step, which depends only on distance and recall and
  is computed once; and whether it is cheaper than a scan.

  The second decision is made twice. First before a lookup, with the candidates expected for uniformly
  distributed fingerprints: no distribution has fewer on average over all keys, so if a scan is cheaper
  here, it is cheaper in any case. Then for the given query, with the number of candidates in its buckets,
  which takes two additions per probe. An average over the buckets, such as the sum of their squared sizes
  divided by n, would be wrong in both directions for skewed fingerprints: a cluster of a tenth of the
  collection makes lookups within it expensive and leaves all others cheap.

  Only the ratios of the constants matter. Measuring radius 1 and 2 cannot separate PROBE and CANDIDATE, because
  both have the same number of candidates per probe; measuring collections of different sizes can. */

  private static final int MAX_RADIUS = 3;

  // From LookupBenchmark, rounded: a probe of radius 1 takes 140 ns among a million fingerprints,
  // where it has 27 candidates, and 330 ns among ten million, where it has 153. So a candidate
  // takes
  // 1 ns, and a fingerprint in a scan 1 to 1.3.
  private static final double PROBE_NANOS = 100;

  private final Blocks blocks;
  private final int maxStep;
  private final AtomicReferenceArray<double @Nullable []> recalls; // by distance, then by step

  /// A planner of probes of tables whose keys are these blocks.
  public ProbePlanner(Blocks blocks) {
    this.blocks = blocks;
    this.maxStep = (MAX_RADIUS + 1) * blocks.keys();
    this.recalls = new AtomicReferenceArray<>(blocks.bits() + 1);
  }

  /// The cheapest probing, or null for a scan.
  ///
  /// @param fingerprints their number
  /// @param maxDistance 0 or more
  /// @param recall above 0, at most 1; 1 requires every match to be found
  @Nullable
  public Probing choose(long fingerprints, int maxDistance, double recall) {
    Probing cheapest = cheapest(Math.min(maxDistance, blocks.bits()), recall);
    return cheapest != null
            && pays(cheapest, likelyCandidates(cheapest, fingerprints), fingerprints)
        ? cheapest
        : null;
  }

  /// Whether probing with that many candidates is cheaper than a scan.
  public boolean pays(Probing probing, double candidates, long fingerprints) {
    return nanos(probing, candidates) < scanNanos(fingerprints);
  }

  /// The cost of probing or scanning, whichever is cheaper, in nanoseconds, for uniformly
  /// distributed fingerprints.
  ///
  /// @param recall as for [#choose]
  public double nanos(long fingerprints, int maxDistance, double recall) {
    Probing probing = choose(fingerprints, maxDistance, recall);
    return probing == null
        ? scanNanos(fingerprints)
        : nanos(probing, likelyCandidates(probing, fingerprints));
  }

  /// The cost of a scan, in nanoseconds.
  public static double scanNanos(long fingerprints) {
    return (double) fingerprints;
  }

  private static double nanos(Probing probing, double candidates) {
    return (double) probing.probes() * PROBE_NANOS + candidates;
  }

  /// The plan of a lookup with this probing.
  public Plan plan(Probing probing, int maxDistance) {
    return new Plan(
        probing.radius(0) == 0 ? Plan.Kind.TABLES : Plan.Kind.PROBES,
        probing.probes(),
        maxDistance,
        Math.min(maxDistance, probing.exactTo()),
        recall(probing, maxDistance),
        probing);
  }

  /// The probability that a fingerprint at a distance is found.
  double recall(Probing probing, int distance) {
    int known = Math.min(distance, blocks.bits());
    double[] bySteps = recalls.get(known);
    if (bySteps == null) {
      bySteps = new double[maxStep + 1];
      Arrays.fill(bySteps, Double.NaN);
      recalls.set(known, bySteps);
    }
    if (Double.isNaN(bySteps[probing.step()])) {
      bySteps[probing.step()] = probing.recall(known);
    }
    return bySteps[probing.step()];
  }

  private @Nullable Probing cheapest(int maxDistance, double recall) {
    int low = 1;
    int high = Math.min(maxDistance + 1, maxStep); // the step that finds everything, if any
    while (low < high) {
      int middle = low + high >>> 1;
      if (reaches(new Probing(blocks, middle), maxDistance, recall)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    Probing probing = new Probing(blocks, low);
    return reaches(probing, maxDistance, recall) ? probing : null;
  }

  private boolean reaches(Probing probing, int maxDistance, double recall) {
    return probing.exactTo() >= maxDistance || recall < 1 && recall(probing, maxDistance) >= recall;
  }

  private double likelyCandidates(Probing probing, long fingerprints) {
    double share = 0;
    for (int table = 0; table < blocks.keys(); table++) {
      share += Math.scalb((double) probing.probes(table), -blocks.width(table));
    }
    return share * (double) fingerprints;
  }
}
