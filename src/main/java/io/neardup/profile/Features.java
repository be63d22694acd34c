package io.neardup.profile;

import io.neardup.profile.Explanation.Feature;
import io.neardup.simhash.Columns;
import io.neardup.simhash.Xxh3;
import java.util.AbstractList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The distinct features of one text, by descending weight, then in order of appearance. Created
/// lazily one by one: with names, the features of a long text would take many times its memory.
/// About 32 bytes per feature. Immutable.
public final class Features extends AbstractList<Feature> {

  private final long[] keys;
  private final double[] weights;
  private final int[] counts;
  private final IntFunction<String> names;
  private final IntFunction<String> hashes;
  private final int[] slots; // by the bits of keys: the index of a feature + 1, or 0

  /// Takes ownership of the arrays, which have one element per feature.
  ///
  /// @param keys identifies each feature; equal feature texts have equal keys
  /// @param names the text of each
  /// @param hashes the hash of each, in hexadecimal digits
  Features(
      long[] keys,
      double[] weights,
      int[] counts,
      IntFunction<String> names,
      IntFunction<String> hashes) {
    this.keys = keys;
    this.weights = weights;
    this.counts = counts;
    this.names = names;
    this.hashes = hashes;
    this.slots = new int[slots(keys.length)];
    for (int i = 0; i < keys.length; i++) {
      slots[slot(slots, keys, keys[i])] = i + 1;
    }
  }

  /// Features that already exist.
  static Features of(List<Feature> heaviestFirst) {
    return new Features(
        heaviestFirst.stream().mapToLong(feature -> Xxh3.hash(feature.feature())).toArray(),
        heaviestFirst.stream().mapToDouble(Feature::weight).toArray(),
        heaviestFirst.stream().mapToInt(Feature::count).toArray(),
        index -> heaviestFirst.get(index).feature(),
        index -> heaviestFirst.get(index).hash());
  }

  /// The number of slots for some features: a power of two, at most three quarters full.
  private static int slots(int features) {
    return Integer.highestOneBit(Math.max(8, features + features / 3)) * 2;
  }

  /// The slot that has a key, or the empty one for it.
  private static int slot(int[] slots, long[] keys, long key) {
    int mask = slots.length - 1;
    int slot = (int) (key ^ key >>> 32) & mask;
    while (slots[slot] != 0 && keys[slots[slot] - 1] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  @Override
  public int size() {
    return keys.length;
  }

  @Override
  public Feature get(int index) {
    return new Feature(name(index), counts[index], weights[index], hash(index));
  }

  String name(int index) {
    return names.apply(index);
  }

  /// Its name, made once on demand.
  Supplier<String> lazyName(int index) {
    return new Supplier<>() {
      private @Nullable String made;

      @Override
      public String get() {
        String name = made == null ? name(index) : made;
        made = name;
        return name;
      }
    };
  }

  String hash(int index) {
    return hashes.apply(index);
  }

  long key(int index) {
    return keys[index];
  }

  double weight(int index) {
    return weights[index];
  }

  /// The weight in units of [Columns#ONE].
  long fixedPointWeight(int index) {
    return Math.round(weights[index] * Columns.ONE);
  }

  /// The index of the feature with a key, -1 if there is none.
  int find(long key) {
    return slots[slot(slots, keys, key)] - 1;
  }
}
