package io.neardup.calibrate;

import io.neardup.calibrate.PairSample.Selection;
import io.neardup.simhash.Columns;
import io.neardup.simhash.Xxh3;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/// A random sample of the distinct texts of labelled pairs: those with the smallest hashes
/// (bottom-k sketch, Cohen and Kaplan 2007), so that each distinct text is equally likely, however
/// many pairs it is in. Holds the sample, and the hashes of the pairs within it.
final class PairTexts {

  private static final double ALL_HASHES = 0x1p64;

  private final int most;
  private final long seed;
  private final TreeMap<Long, String> smallest = new TreeMap<>();
  private final Set<HashPair> labelled = new HashSet<>();
  private boolean isSample;

  /// @param a the smaller hash
  private record HashPair(long a, long b) {

    static HashPair of(long one, long other) {
      return new HashPair(Math.min(one, other), Math.max(one, other));
    }
  }

  /// @param most texts that are kept, at least 2
  PairTexts(int most, long seed) {
    this.most = most;
    this.seed = seed;
  }

  void add(String a, String b) {
    long one = add(a);
    long other = add(b);
    if (smallest.containsKey(one) && smallest.containsKey(other)) {
      labelled.add(HashPair.of(one, other)); // a text that drops out of the sample stays out
    }
  }

  private long add(String text) {
    long hash = Columns.mix(Xxh3.hash(text) ^ Columns.mix(seed));
    smallest.put(hash, text);
    if (smallest.size() > most) {
      smallest.pollLastEntry();
      isSample = true;
    }
    return hash;
  }

  List<String> texts() {
    return List.copyOf(smallest.values());
  }

  /// The number of distinct texts; estimated if there are more than the sample has.
  long distinct() {
    return isSample
        ? Math.round((most - 1) * ALL_HASHES / ((double) smallest.lastKey() - Long.MIN_VALUE))
        : smallest.size();
  }

  /// The pairs of the sample that have no label.
  Selection unlabelled() {
    List<Long> hashes = new ArrayList<>(smallest.keySet());
    return (a, b) -> !labelled.contains(HashPair.of(hashes.get(a), hashes.get(b)));
  }
}
