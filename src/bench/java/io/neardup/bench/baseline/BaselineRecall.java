package io.neardup.bench.baseline;

/// The step of probing that reaches a recall: step s probes s tables with radius 0, and from the
/// number of tables on, radius 1, and so on.
final class BaselineRecall {

  private static final int WIDTH = 16;

  private BaselineRecall() {}

  /// The first step up to radius 3 in all tables, or -1 if none reaches it.
  static int step(int bits, int blocks, int distance, double recall) {
    for (int step = 1; step <= 4 * blocks; step++) {
      if (step > distance || recall < 1 && recall(bits, blocks, step, distance) >= recall) {
        return step;
      }
    }
    return -1;
  }

  private static double recall(int bits, int blocks, int step, int distance) {
    double[] missed = new double[distance + 1];
    missed[0] = 1;
    for (int table = 0; table < blocks; table++) {
      double[] longer = new double[distance + 1];
      int radius = Math.floorDiv(step - 1 - table, blocks);
      for (int here = radius + 1; here <= Math.min(WIDTH, distance); here++) {
        for (int before = 0; before + here <= distance; before++) {
          longer[before + here] += ways(WIDTH, here) * missed[before];
        }
      }
      missed = longer;
    }
    return 1 - missed[distance] / ways(bits, distance);
  }

  private static double ways(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= Math.min(k, n - k); i++) {
      ways = ways * (n - i + 1) / i;
    }
    return ways;
  }
}
