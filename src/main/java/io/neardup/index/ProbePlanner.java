package io.neardup.index;

import io.neardup.hamming.Blocks;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Picks the cheapest way to look up fingerprints that finds a match with the wanted probability.
public final class ProbePlanner {

  /* The cost model

      probing    probes * PROBE + candidates * CANDIDATE        candidates ~ n * sum of probes / 2^width
      scanning   n * SCANNED

  Among the steps of Probing, each of which costs more and finds more than the one before, the first
  that reaches the wanted recall is the cheapest that does. So a plan is two decisions: which step, which
  depends on distance and recall alone and is worked out once; and whether it beats the scan.

  The second is taken twice. Before a lookup, with the candidates that evenly spread fingerprints would
  give: no distribution gives fewer on average over all keys, so what loses against the scan here loses
  anyway. Then, when the query is known, with the candidates that its very buckets hold, which takes two
  numbers a probe to add up. An average over the buckets, such as the sum of their squared sizes by n,
  would be wrong both ways where fingerprints crowd: a tenth of the collection in one cluster makes
  lookups near it dear and leaves all others cheap.

  The constants are those of the index, see ProbeCost. Only their ratios matter. Radius 1 and 2 cannot tell
  PROBE from CANDIDATE, for they meet as many candidates a probe; collections of different size can. */

  private static final int MAX_RADIUS = 3;

  private final Blocks blocks;
  private final ProbeCost cost;
  private final int maxStep;
  private final AtomicReferenceArray<double @Nullable []> recalls; // by distance, then by step

  public ProbePlanner(Blocks blocks, ProbeCost cost) {
    this.blocks = blocks;
    this.cost = cost;
    this.maxStep = (MAX_RADIUS + 1) * blocks.keys();
    this.recalls = new AtomicReferenceArray<>(blocks.bits() + 1);
  }

  /// What to probe, or null to scan.
  ///
  /// @param fingerprints how many there are
  /// @param maxDistance 0 or more
  /// @param recall above 0, at most 1; 1 means that nothing is left to chance
  @Nullable
  public Probing choose(long fingerprints, int maxDistance, double recall) {
    Probing cheapest = cheapest(Math.min(maxDistance, blocks.bits()), recall);
    return cheapest != null
            && pays(cheapest, likelyCandidates(cheapest, fingerprints), fingerprints)
        ? cheapest
        : null;
  }

  /// Whether probing that meets so many candidates is cheaper than a scan.
  public boolean pays(Probing probing, double candidates, long fingerprints) {
    return nanos(probing, candidates) < (double) fingerprints * cost.scanned();
  }

  /// What the cheaper of probing and scanning costs, in nanoseconds, if fingerprints are evenly
  /// spread.
  ///
  /// @param recall as of [#choose]
  public double nanos(long fingerprints, int maxDistance, double recall) {
    Probing probing = choose(fingerprints, maxDistance, recall);
    return probing == null
        ? (double) fingerprints * cost.scanned()
        : nanos(probing, likelyCandidates(probing, fingerprints));
  }

  private double nanos(Probing probing, double candidates) {
    return (double) probing.probes() * cost.probe() + candidates * cost.candidate();
  }

  /// The plan of a lookup that probes so.
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
    int high =
        Math.min(maxDistance + 1, maxStep); // the step that finds everything, if there is one
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
