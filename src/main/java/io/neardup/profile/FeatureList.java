package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.profile.TokenHashes.FeatureSink;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Xxh3;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The distinct features of one text with their names, for explanations.
final class FeatureList implements FeatureSink {

  private final FeatureWeights weights;

  private final Map<Long, Entry> entries = new LinkedHashMap<>(); // by hash, as in a FeatureBag

  /// @param weights of features without a given weight
  FeatureList(FeatureWeights weights) {
    this.weights = weights;
  }

  @Override
  public void feature(long hash, @Nullable String name) {
    entry(hash, String.valueOf(name)).count++;
  }

  /// Adds a feature with a given weight.
  void weigh(WeightedFeature weighted) {
    Entry entry = entry(Xxh3.hash(weighted.feature()), weighted.feature());
    entry.count++;
    entry.givenWeight += weighted.fixedPointWeight();
  }

  /// The number of distinct features.
  int size() {
    return entries.size();
  }

  /// Passes the hash and the fixed-point weight of each distinct feature.
  void forEach(WeighedFeature action) {
    entries.values().forEach(entry -> action.accept(entry.hash, weight(entry)));
  }

  /// The hashes and weights of the distinct features.
  FeatureVector vector() {
    return FeatureVector.of(
        entries.values().stream().mapToLong(entry -> entry.hash).toArray(),
        entries.values().stream().mapToLong(this::weight).toArray());
  }

  /// The distinct features, those of equal weight in order of appearance.
  List<Explanation.Feature> heaviestFirst() {
    List<Explanation.Feature> features = new ArrayList<>(entries.size());
    entries.values().forEach(entry -> features.add(explain(entry)));
    features.sort(Comparator.comparingDouble(Explanation.Feature::weight).reversed());
    return features;
  }

  /// The form of a hash in explanations.
  static String hex(long hash) {
    return HexFormat.of().toHexDigits(hash);
  }

  private Entry entry(long hash, String name) {
    return entries.computeIfAbsent(hash, unseen -> new Entry(name, hash));
  }

  private long weight(Entry entry) {
    return entry.givenWeight > 0 ? entry.givenWeight : weights.weight(entry.hash, entry.count);
  }

  private Explanation.Feature explain(Entry entry) {
    double weight = (double) weight(entry) / Columns.ONE;
    return new Explanation.Feature(entry.feature, entry.count, weight, hex(entry.hash));
  }

  /// Receives features and their weights.
  @FunctionalInterface
  interface WeighedFeature {

    /// Receives the feature with this hash and this fixed-point weight, see [Columns#ONE].
    void accept(long hash, long weight);
  }

  private static final class Entry {
    private final String feature;
    private final long hash;
    private int count;
    private long givenWeight; // 0 if the count decides

    Entry(String feature, long hash) {
      this.feature = feature;
      this.hash = hash;
    }
  }
}
