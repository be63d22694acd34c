package io.neardup;

import java.util.SplittableRandom;

/// Random numbers for tests that can be had again: every run draws a new seed, a failure prints it,
/// and `-Dtests.seed=<seed>` gives it back.
public final class Seeds {

  private static final long SEED = Long.getLong("tests.seed", System.nanoTime());

  private Seeds() {}

  /// Runs `body` with random numbers that depend on nothing but the seed.
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

    /// Draws from `random` alone.
    void run(SplittableRandom random) throws Exception;
  }
}
