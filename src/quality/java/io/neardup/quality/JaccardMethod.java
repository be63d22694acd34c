package io.neardup.quality;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The exact Jaccard distance of the sets of word pairs, in thousandths: what MinHash estimates.
record JaccardMethod() implements Method {

  private static final int STEPS = 1000;

  @Override
  public String name() {
    return "exact Jaccard";
  }

  @Override
  public String description() {
    return "Pairs of words as a set, kept whole, 8 bytes a pair; distance in thousandths";
  }

  @Override
  public OptionalInt bytesPerDocument() {
    return OptionalInt.empty();
  }

  @Override
  public int maxDistance() {
    return STEPS;
  }

  @Override
  public OptionalInt defaultDistance() {
    return OptionalInt.empty();
  }

  @Override
  public Distances distances(List<String> texts) {
    return new Sets(texts.parallelStream().map(WordPairs::of).toArray(long[][]::new));
  }

  private static int distance(int shared, int a, int b) {
    return Math.round(STEPS - (float) STEPS * shared / (a + b - shared));
  }

  private record Sets(long[][] sets) implements Distances {

    @Override
    public int documents() {
      return sets.length;
    }

    @Override
    public int between(int a, int b) {
      long[] x = sets[a];
      long[] y = sets[b];
      if (x.length == 0 || y.length == 0) {
        return NEVER;
      }
      int shared = 0;
      for (int i = 0, j = 0; i < x.length && j < y.length; ) {
        if (x[i] == y[j]) {
          shared++;
          i++;
          j++;
        } else if (x[i] < y[j]) {
          i++;
        } else {
          j++;
        }
      }
      return distance(shared, x.length, y.length);
    }

    /// Compares only pairs that share a feature, found by an inverted index; all others have the
    /// largest distance.
    @Override
    public long[] histogram(int maxDistance) {
      long[] counts = new long[maxDistance + 1];
      Map<Long, List<Integer>> documentsOf = new HashMap<>();
      int[] shared = new int[sets.length];
      long seen = 0; // earlier documents that have words
      for (int a = 0; a < sets.length; a++) {
        if (sets[a].length == 0) {
          continue;
        }
        List<Integer> neighbours = new ArrayList<>();
        for (long pair : sets[a]) {
          List<Integer> holders = documentsOf.computeIfAbsent(pair, unseen -> new ArrayList<>());
          for (int b : holders) {
            if (shared[b]++ == 0) {
              neighbours.add(b);
            }
          }
          holders.add(a);
        }
        for (int b : neighbours) {
          counts[distance(shared[b], sets[a].length, sets[b].length)]++;
          shared[b] = 0;
        }
        counts[maxDistance] += seen - neighbours.size();
        seen++;
      }
      return counts;
    }
  }
}
