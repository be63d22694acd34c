package io.neardup.quality;

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
record VerifiedMethod(Profile profile, Verification verification) implements Method {

  private static final int STEPS = 1000;

  @Override
  public String name() {
    return profile.name() + " verified";
  }

  @Override
  public String description() {
    return "Candidates within "
        + verification.candidatesWithin()
        + " bits, of which those beyond "
        + verification.clearWithin()
        + " are compared by the exact weighted Jaccard similarity; distance in thousandths";
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
            ? (int) Math.ceil(STEPS * (1 - WeightedJaccard.of(features.get(a), features.get(b))))
            : 0;
      }
    };
  }
}
