package io.neardup;

import java.util.SplittableRandom;

/// Reproducible random numbers for tests: every run uses a new seed, a failure prints it, and
/// `-Dtests.seed=<seed>` repeats the run.
public final class Seeds {

  private static final long SEED = Long.getLong("tests.seed", System.nanoTime());

  private Seeds() {}

  /// Runs `body` with random numbers that depend only on the seed.
  public static void random(Body body) {
    try {
      body.run(new SplittableRandom(SEED));
    } catch (AssertionError | Exception e) {
      throw new AssertionError(
          e.getMessage() + "\nThe same random numbers again: -Dtests.seed=" + SEED, e);
    }
  }

  /// A test that draws random numbers.
  @FunctionalInterface
  public interface Body {

    /// Runs with `random` as its only source of randomness.
    void run(SplittableRandom random) throws Exception;
  }
}
