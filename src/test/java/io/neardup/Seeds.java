package io.neardup;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Reproducible random numbers for tests: every run uses a new seed, a failure prints it, and
/// `-Dtests.seed=<seed>` repeats the run.
public final class Seeds {

  private static final long SEED = Long.getLong("tests.seed", System.nanoTime());

  private static final boolean WHOLE = Boolean.getBoolean("tests.whole");

  private Seeds() {}

  /// The number of rounds to run of a test whose every round draws other random numbers: a tenth,
  /// or all of them with `-Dtests.whole=true`, as the nightly build does.
  public static int rounds(int all) {
    return WHOLE ? all : Math.max(1, all / 10);
  }

  /// A third of the cases of a test, others in each run, or all of them in the nightly build.
  public static <T> Stream<T> some(Stream<T> all) {
    if (WHOLE) {
      return all;
    }
    SplittableRandom random = new SplittableRandom(SEED);
    List<T> cases = all.toList();
    return IntStream.range(0, (cases.size() + 2) / 3)
        .map(third -> 3 * third + random.nextInt(Math.min(3, cases.size() - 3 * third)))
        .mapToObj(cases::get);
  }

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
