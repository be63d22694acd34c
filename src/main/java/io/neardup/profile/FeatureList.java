package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureWeights;
import io.neardup.simhash.Xxh3;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The distinct features of one text with their names, for explanations.
final class FeatureList implements FeatureSink {

  private final FeatureWeights weights;

  private final Map<Long, Entry> entries = new LinkedHashMap<>(); // by hash, as in a FeatureBag

  /// @param weights of features that the caller gave none
  FeatureList(FeatureWeights weights) {
    this.weights = weights;
  }

  @Override
  public void feature(long hash, @Nullable String name) {
    entry(hash, String.valueOf(name)).count++;
  }

  /// Adds to the weight that the caller gave.
  void weigh(WeightedFeature weighted) {
    Entry entry = entry(Xxh3.hash(weighted.feature()), weighted.feature());
    entry.count++;
    entry.givenWeight += weighted.fixedPointWeight();
  }

  /// @param tieIsOne what becomes of a bit whose column is 0
  Explanation explain(int bits, boolean tieIsOne) {
    Columns columns = new Columns(bits);
    List<Explanation.Feature> features = new ArrayList<>(entries.size());
    for (Entry entry : entries.values()) {
      columns.add(entry.hash, weight(entry));
      features.add(explain(entry));
    }
    features.sort(Comparator.comparingDouble(Explanation.Feature::weight).reversed());
    return new Explanation(features, mostSignificantFirst(columns.sums()), columns.signs(tieIsOne));
  }

  private Entry entry(long hash, String name) {
    return entries.computeIfAbsent(hash, unseen -> new Entry(name, hash));
  }

  private static List<Double> mostSignificantFirst(long[] sums) {
    List<Double> columns = new ArrayList<>(sums.length);
    for (int i = sums.length - 1; i >= 0; i--) {
      columns.add((double) sums[i] / Columns.ONE);
    }
    return columns;
  }

  private long weight(Entry entry) {
    return entry.givenWeight > 0 ? entry.givenWeight : weights.weight(entry.hash, entry.count);
  }

  private Explanation.Feature explain(Entry entry) {
    double weight = (double) weight(entry) / Columns.ONE;
    String hex = String.format("%016x", entry.hash);
    return new Explanation.Feature(entry.feature, entry.count, weight, hex);
  }

  private static final class Entry {
    private final String feature;
    private final long hash;
    private int count;
    private long givenWeight; // 0 where the count decides

    Entry(String feature, long hash) {
      this.feature = feature;
      this.hash = hash;
    }
  }
}
