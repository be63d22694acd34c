package io.neardup.pairs;

import io.neardup.hamming.Blocks;
import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.hamming.NearbyKeys;
import io.neardup.hamming.ProbeRecall;
import io.neardup.pairs.JoinPlan.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Chooses the cheapest plan of a join with the requested recall.
///
/// Costs are in nanoseconds of one thread, computed from constants of which only the ratios matter,
/// first for uniformly distributed fingerprints. Real fingerprints are skewed: many agree on a
/// block because their texts have features in common. Joins of wide fingerprints do not adapt to
/// that while they run, so their plans are evaluated again with a sample, the cheapest first, until
/// no other plan can be cheaper.
final class JoinPlanner {

  private static final int MAX_TABLE_BLOCKS = 14;
  private static final int MAX_KEY_BITS = 22; // of a probe join, which counts its buckets
  private static final int MAX_RADIUS = 3;

  /// Estimates are accurate to about a tenth; of plans with similar costs, the one with fewer
  /// blocks is taken.
  private static final double WORTH_A_CHANGE = 0.9;

  private static final double SCAN_NANOS_A_WORD = 0.06;
  private static final double COMPARE_NANOS = 0.5;
  private static final double PARTITION_NANOS = 3;
  private static final double FIRST_PARTITION_NANOS = 6;
  private static final double RANGE_NANOS = 12;
  private static final double PROBE_NANOS = 8; // most rows are not in a cache
  private static final double ORDER_NANOS = 30;

  private JoinPlanner() {}

  /// The plan for the fingerprints of a snapshot.
  ///
  /// @param recall above 0, at most 1
  static JoinPlan plan(FingerprintSnapshot snapshot, int maxDistance, double recall) {
    JoinPlan scanPlan = scan(snapshot.size(), snapshot.bits(), maxDistance);
    return snapshot.bits() <= Long.SIZE
        ? tables(snapshot, maxDistance, scanPlan)
        : probes(snapshot, maxDistance, recall, scanPlan);
  }

  private static JoinPlan tables(FingerprintSnapshot snapshot, int maxDistance, JoinPlan scanPlan) {
    JoinPlan best = scanPlan;
    int most = Math.min(MAX_TABLE_BLOCKS, snapshot.bits());
    for (int blocks = maxDistance + 1; blocks <= most; blocks++) {
      best = cheaper(best, tables(snapshot.size(), snapshot.bits(), maxDistance, blocks));
    }
    return best;
  }

  private static JoinPlan probes(
      FingerprintSnapshot snapshot, int maxDistance, double recall, JoinPlan scanPlan) {
    int bits = snapshot.bits();
    int fewestBlocks = (bits + MAX_KEY_BITS - 1) / MAX_KEY_BITS;
    if (scanPlan.nanos() <= ORDER_NANOS * fewestBlocks * snapshot.size()) {
      return scanPlan; // up to 3,000 rows: no longer than ordering them by blocks
    }
    List<JoinPlan> plans = new ArrayList<>();
    for (int radius = 0; radius <= MAX_RADIUS; radius++) {
      for (int blocks = fewestBlocks; blocks <= bits / 8; blocks++) {
        JoinPlan probes = probes(snapshot.size(), bits, maxDistance, blocks, radius, 0);
        if (probes.recall() >= recall) {
          plans.add(probes);
        }
      }
    }
    plans.sort(Comparator.comparingDouble(JoinPlan::nanos));
    BlockSample sample = new BlockSample(snapshot);
    JoinPlan best = scanPlan;
    for (JoinPlan plan : plans) {
      if (!isWorthAChange(best, plan)) {
        break;
      }
      double near = sample.sharesNear(plan.blocks(), plan.radius());
      best =
          cheaper(
              best, probes(snapshot.size(), bits, maxDistance, plan.blocks(), plan.radius(), near));
    }
    return best;
  }

  private static JoinPlan cheaper(JoinPlan plan, JoinPlan otherPlan) {
    return isWorthAChange(plan, otherPlan) ? otherPlan : plan;
  }

  private static boolean isWorthAChange(JoinPlan plan, JoinPlan otherPlan) {
    return otherPlan.nanos() < plan.nanos() * WORTH_A_CHANGE;
  }

  /// The plan that compares all rows.
  static JoinPlan scan(int rows, int bits, int maxDistance) {
    double pairs = (double) rows * rows / 2;
    double nanos = pairs * SCAN_NANOS_A_WORD * FingerprintSnapshot.wordCount(bits);
    return new JoinPlan(Method.SCAN, 1, 0, Math.max(bits, maxDistance), 1.0, nanos);
  }

  /// The cost of each level of the tree: C(k + level, level) ranges of each fingerprint, until the
  /// ranges are small or all blocks are used.
  private static JoinPlan tables(int rows, int bits, int maxDistance, int blocks) {
    double paths = 1;
    double range = rows;
    double nanos = 0;
    double width = (double) bits / blocks;
    for (int level = 1;
        level <= blocks - maxDistance && range > TableJoin.few(maxDistance);
        level++) {
      paths = paths * (maxDistance + level) / level;
      double passes = Math.ceil(Math.min(width, Math.log(range / 4) / Math.log(2)) / 12);
      nanos +=
          level == 1
              ? paths * rows * (FIRST_PARTITION_NANOS + passes * PARTITION_NANOS)
              : paths * rows * passes * PARTITION_NANOS;
      range /= Math.pow(2, Math.min(width, Math.max(2, Math.log(range / 4) / Math.log(2))));
    }
    double ranges = rows / Math.max(range, 1);
    nanos += paths * (rows * range / 2 * COMPARE_NANOS + ranges * RANGE_NANOS);
    return new JoinPlan(Method.TABLES, blocks, 0, maxDistance, 1.0, nanos);
  }

  /// The cost of ordering the rows by each block, finding the values within the radius, and
  /// comparing.
  ///
  /// @param near the share of pairs that are compared, summed over all blocks, if it is known to be
  ///   larger than for uniformly distributed fingerprints
  private static JoinPlan probes(
      int rows, int bits, int maxDistance, int blocks, int radius, double near) {
    int exactTo = blocks * (radius + 1) - 1;
    Blocks cut = new Blocks(bits, blocks);
    double recall =
        maxDistance <= exactTo ? 1.0 : ProbeRecall.of(cut, block -> radius, maxDistance);
    double values = Math.pow(2, (double) bits / blocks);
    double probes = NearbyKeys.count(cut.width(0), radius);
    double compared = (double) rows * rows / 2 * Math.max(near, blocks * probes / values);
    double nanos =
        blocks * (rows * ORDER_NANOS + Math.min(rows, values) * probes / 2 * PROBE_NANOS)
            + compared * COMPARE_NANOS * FingerprintSnapshot.wordCount(bits);
    return new JoinPlan(Method.PROBES, blocks, radius, exactTo, recall, nanos);
  }
}
