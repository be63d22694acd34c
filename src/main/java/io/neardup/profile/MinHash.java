package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.OneBitMinHash;
import io.neardup.simhash.TermFrequencyWeights;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Makes one-bit MinHash fingerprints.
///
/// @param bits their width
record MinHash(int bits) implements Sketcher {

  @Override
  public SketchKind kind() {
    return SketchKind.MINHASH;
  }

  @Override
  public Sketch sketch(FeatureBag bag, FeatureWeights weights) {
    OneBitMinHash race = new OneBitMinHash(bits);
    weights.accumulate(bag, race);
    return new Sketch(race.fingerprint(), bag.size());
  }

  @Override
  public Sketch sketch(List<WeightedFeature> features) {
    FeatureList distinct = new FeatureList(TermFrequencyWeights.SET);
    features.forEach(distinct::weigh);
    OneBitMinHash race = new OneBitMinHash(bits);
    distinct.forEach(race::add);
    return new Sketch(race.fingerprint(), distinct.size());
  }

  @Override
  public Explanation explain(FeatureList features) {
    OneBitMinHash race = new OneBitMinHash(bits);
    features.forEach(race::add);
    long[] winners = race.winners();
    Map<String, Integer> decided = new HashMap<>();
    List<String> deciders = new ArrayList<>(winners.length);
    for (int i = winners.length - 1; i >= 0; i--) {
      String hash = FeatureList.hex(winners[i]);
      deciders.add(hash);
      decided.merge(hash, 1, Integer::sum);
    }
    List<Explanation.Feature> listed =
        features.heaviestFirst().stream()
            .map(feature -> feature.deciding(decided.getOrDefault(feature.hash(), 0)))
            .sorted(Comparator.comparingInt(MinHash::decidedBits).reversed())
            .toList();
    return Explanation.ofDeciders(listed, deciders, race.fingerprint());
  }

  private static int decidedBits(Explanation.Feature feature) {
    return Objects.requireNonNull(feature.decidedBits());
  }
}
