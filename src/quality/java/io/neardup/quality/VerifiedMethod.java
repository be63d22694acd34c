package io.neardup.quality;

import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.simhash.FeatureVector;
import java.util.List;
import java.util.OptionalInt;

/// Fingerprints as candidates, and the exact similarity of the features as the decision; distance
/// in thousandths.
///
/// @param profile that makes fingerprints and features
/// @param verification of candidates
/// @param counts whether weights are multiplied by the inverse document frequencies of the texts of
///   each kind
record VerifiedMethod(Profile profile, Verification verification, boolean counts)
    implements Method {

  private static final int STEPS = 1000;

  static VerifiedMethod of(Profile profile, boolean counts) {
    DocumentFrequencies none = counts ? new DocumentFrequencies() : null;
    return new VerifiedMethod(
        profile, Verification.of(profile, profile.maxDistance(), none), counts);
  }

  @Override
  public String name() {
    return profile.name() + " verified" + (counts ? " by weights of the collection" : "");
  }

  @Override
  public String description() {
    int clearWithin = verification.clearWithin();
    return "Candidates within "
        + verification.candidatesWithin()
        + " bits, compared by the exact probability Jaccard similarity"
        + (clearWithin < 0 ? "" : " beyond " + clearWithin + " bits")
        + "; distance in thousandths";
  }

  @Override
  public OptionalInt bytesPerDocument() {
    return OptionalInt.of(profile.bits() / 8);
  }

  @Override
  public int maxDistance() {
    return STEPS;
  }

  @Override
  public OptionalInt defaultDistance() {
    return OptionalInt.of((int) Math.round(STEPS * (1 - verification.minSimilarity())));
  }

  @Override
  public Distances distances(List<String> texts) {
    Distances bits = FingerprintMethod.of(profile).distances(texts);
    List<FeatureVector> features =
        texts.parallelStream().map(text -> profile.vector(new Content.Text(text))).toList();
    DocumentFrequencies frequencies = counts ? new DocumentFrequencies() : null;
    if (frequencies != null) {
      features.forEach(frequencies::add);
    }
    return new Distances() {

      @Override
      public int documents() {
        return texts.size();
      }

      @Override
      public int between(int a, int b) {
        int distance = bits.between(a, b);
        if (distance == NEVER || distance > verification.candidatesWithin()) {
          return NEVER;
        }
        return verification.isUnclear(distance)
            ? distance(WeightedJaccard.of(features.get(a), features.get(b), frequencies))
            : 0;
      }
    };
  }

  private static int distance(double similarity) {
    return (int) Math.ceil(STEPS * (1 - similarity));
  }
}
