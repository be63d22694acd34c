package io.neardup.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.neardup.calibrate.PairSample.Selection;
import io.neardup.calibrate.edit.EditLimits.Likely;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// How many pairs of a large collection the judged ones stand for.
class JudgedStrataTests {

  private static final int COLLECTION = 1_000;

  /// Of two lookups, one lists two documents at distance 10 and perhaps has more; the sample has
  /// one pair there, and 45 pairs in all.
  @ParameterizedTest
  @CsvSource({
    "0, false, 500", // 1 match of a lookup
    "0, true, 11100", // 1 of 45 pairs
    "30, true, 15500", // 31 matches
    "30, false, 15500",
  })
  void matchesOfTruncatedLookupsAreALowerBound(int more, boolean isTruncated, double pairs) {
    JudgedStrata strata = new JudgedStrata(64);
    strata.add(10, true, 1, Likely.AMBIGUOUS);
    strata.count(
        sample(10),
        false,
        COLLECTION,
        distance -> {
          assertThat(distance).isEqualTo(11);
          MatchCounts matches = new MatchCounts(distance);
          matches.add(List.of(), false);
          matches.add(Collections.nCopies(2 + 2 * more, 10), isTruncated);
          return matches;
        });
    assertThat(strata.pairs(10, 1)).isCloseTo(pairs, within(1.0));
  }

  /// Ten documents, of which two are at that distance and the others far from each other.
  private static PairSample sample(int distance) {
    SplittableRandom random = new SplittableRandom(3);
    List<@Nullable Fingerprint> fingerprints = new ArrayList<>();
    fingerprints.add(Fingerprint.of(64, 0));
    fingerprints.add(Fingerprint.of(64, (1L << distance) - 1));
    while (fingerprints.size() < 10) {
      fingerprints.add(Fingerprint.of(64, random.nextLong()));
    }
    return new PairSample(fingerprints, 12, Selection.ALL, random, CalibrationProgress.NONE);
  }
}
