package io.neardup.index;

import static io.neardup.index.RandomFingerprints.anywhere;
import static io.neardup.index.RandomFingerprints.flipped;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.simhash.Fingerprint;
import java.util.List;
import java.util.SplittableRandom;

/// The measured recall of lookups.
public final class MeasuredRecall {

  private MeasuredRecall() {}

  /// Compares the share of randomly flipped fingerprints that a lookup finds with the computed
  /// recall: they agree within five standard deviations.
  public static void assertComputed(
      FingerprintIndex index,
      int bits,
      int distance,
      int queries,
      double recall,
      World.Lookup<Integer> lookup,
      SplittableRandom random) {
    assertThat(recall).isStrictlyBetween(0.01, 0.9999);
    int documents = 1_000;
    int found = 0;
    for (int document = 0; document < documents; document++) {
      Fingerprint fingerprint = anywhere(bits, random);
      index.add(document, fingerprint);
      for (int i = 0; i < queries / documents; i++) {
        Fingerprint query = flipped(fingerprint, distance, random);
        List<Match> matches = lookup.search(query, distance, 10_000, i).matches();
        int stored = document;
        found += matches.stream().anyMatch(match -> match.document() == stored) ? 1 : 0;
      }
    }
    double deviation = Math.sqrt(queries * recall * (1 - recall));
    assertThat((double) found)
        .as("of %d, at a computed recall of %f", queries, recall)
        .isBetween(queries * recall - 5 * deviation, queries * recall + 5 * deviation);
  }
}
