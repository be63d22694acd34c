package io.neardup.profile;

import io.neardup.profile.Content.WeightedFeature;
import io.neardup.simhash.Columns;
import io.neardup.simhash.LogTermFrequency;
import io.neardup.simhash.Xxh3;
import io.neardup.text.TokenSink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The distinct features of one text with their names, for explanations.
final class FeatureList implements TokenSink {

  private final Map<Long, Entry> entries = new LinkedHashMap<>(); // by hash, as in a FeatureBag

  @Override
  public void token(byte[] text, int start, int end, boolean spaceless) {
    count(new String(text, start, end - start, StandardCharsets.UTF_8));
  }

  /// Counts one more occurrence.
  void count(String feature) {
    entry(feature).count++;
  }

  /// Adds to the weight that the caller gave.
  void weigh(WeightedFeature weighted) {
    Entry entry = entry(weighted.feature());
    entry.count++;
    entry.givenWeight += weighted.fixedPointWeight();
  }

  Explanation explain(int bits) {
    Columns columns = new Columns(bits);
    List<Explanation.Feature> features = new ArrayList<>(entries.size());
    for (Entry entry : entries.values()) {
      columns.add(entry.hash, entry.weight());
      features.add(entry.explain());
    }
    features.sort(Comparator.comparingDouble(Explanation.Feature::weight).reversed());
    return new Explanation(features, mostSignificantFirst(columns.sums()), columns.signs());
  }

  private Entry entry(String feature) {
    return entries.computeIfAbsent(Xxh3.hash(feature), hash -> new Entry(feature, hash));
  }

  private static List<Double> mostSignificantFirst(long[] sums) {
    List<Double> columns = new ArrayList<>(sums.length);
    for (int i = sums.length - 1; i >= 0; i--) {
      columns.add((double) sums[i] / Columns.ONE);
    }
    return columns;
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

    long weight() {
      return givenWeight > 0 ? givenWeight : LogTermFrequency.weight(count);
    }

    Explanation.Feature explain() {
      double weight = (double) weight() / Columns.ONE;
      String hex = String.format("%016x", hash);
      return new Explanation.Feature(feature, count, weight, hex);
    }
  }
}
