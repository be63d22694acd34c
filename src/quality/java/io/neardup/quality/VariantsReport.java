package io.neardup.quality;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.DropRule;
import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.quality.LabelledTexts.Kind;
import io.neardup.quality.LabelledTexts.Pair;
import io.neardup.simhash.FeatureVector;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongToDoubleFunction;

/// How many near-duplicates count as variants, by `dedupe --variants` for a file of each kind.
///
/// ```
/// mvn -Pquality test-compile exec:exec -Dquality.main=io.neardup.quality.VariantsReport \
///   -Dquality.data=folder
/// ```
///
/// Pairs that are not labelled are compared in kinds of up to 2,500 documents.
public final class VariantsReport {

  private static final int MOST_COMPARED = 2_500;

  private final List<FeatureVector> features;
  private final LongToDoubleFunction rarity;
  private final double minSimilarity;
  private int near;
  private int variants;

  private VariantsReport(Kind kind, Profile profile) {
    features = kind.texts().stream().map(text -> profile.vector(new Content.Text(text))).toList();
    DocumentFrequencies counted = new DocumentFrequencies();
    features.forEach(counted::add);
    rarity = DropRule.rarity(counted, 1);
    minSimilarity = Verification.of(profile, profile.maxDistance()).minSimilarity();
  }

  public static void main(String[] arguments) throws IOException {
    System.out.println(
        "| kind | near-duplicates | variants | ambiguous | variants | others | variants |");
    System.out.println("|---|--:|--:|--:|--:|--:|--:|");
    LabelledTexts.requested()
        .kinds()
        .forEach((name, kind) -> {
          VariantsReport report = new VariantsReport(kind, Profiles.SIMHASH_256_V1);
          System.out.println(
              "| "
                  + name
                  + report.row(kind.positives())
                  + report.row(kind.ambiguous())
                  + report.others(kind)
                  + " |");
        });
  }

  private void compare(int a, int b) {
    FeatureVector one = features.get(a);
    FeatureVector other = features.get(b);
    if (WeightedJaccard.of(one, other) >= minSimilarity) {
      near++;
      variants += WeightedJaccard.by(one, other, rarity) < minSimilarity ? 1 : 0;
    }
  }

  /// The number of near pairs, and of those that are variants.
  private String row() {
    String row = " | " + near + " | " + variants;
    near = 0;
    variants = 0;
    return row;
  }

  private String row(List<Pair> pairs) {
    pairs.forEach(pair -> compare(pair.a(), pair.b()));
    return row();
  }

  private String others(Kind kind) {
    if (features.size() > MOST_COMPARED) {
      return " | – | –";
    }
    Set<Pair> labelled = new HashSet<>(kind.positives());
    labelled.addAll(kind.ambiguous());
    for (int a = 0; a < features.size(); a++) {
      for (int b = a + 1; b < features.size(); b++) {
        if (!labelled.contains(new Pair(a, b)) && !labelled.contains(new Pair(b, a))) {
          compare(a, b);
        }
      }
    }
    return row();
  }
}
