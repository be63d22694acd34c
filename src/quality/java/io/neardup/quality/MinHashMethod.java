package io.neardup.quality;

import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import io.neardup.simhash.Columns;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/// MinHash over pairs of words, 32 bits a component, as hash4j computes it; the distance is the
/// number of components that differ.
///
/// Source: Broder 1997.
///
/// @param components the number of permutations
/// @param seed selects the permutations
record MinHashMethod(int components, int seed) implements Method {

  private static final int BITS = 32;

  @Override
  public String name() {
    return "MinHash " + components + " × " + BITS + " bits";
  }

  @Override
  public String description() {
    return "Pairs of words as a set, "
        + components
        + " permutations, "
        + BITS
        + " bits kept of each";
  }

  @Override
  public OptionalInt bytesPerDocument() {
    return OptionalInt.of(components * BITS / 8);
  }

  @Override
  public int maxDistance() {
    return components;
  }

  @Override
  public OptionalInt defaultDistance() {
    return OptionalInt.empty();
  }

  @Override
  public Distances distances(List<String> texts) {
    return new Components(texts.parallelStream().map(this::signature).toArray(int[][]::new));
  }

  /// The components; empty for a text without words.
  private int[] signature(String text) {
    long[] pairs =
        Arrays.stream(WordPairs.of(text)).map(hash -> Columns.expand(hash, seed)).toArray();
    if (pairs.length == 0) {
      return new int[0];
    }
    SimilarityHashPolicy policy = SimilarityHashing.minHash(components, BITS);
    byte[] packed = policy.createHasher().compute(ElementHashProvider.ofValues(pairs));
    int[] signature = new int[components];
    for (int i = 0; i < components; i++) {
      signature[i] = (int) policy.getComponent(packed, i);
    }
    return signature;
  }

  private record Components(int[][] signatures) implements Distances {

    @Override
    public int documents() {
      return signatures.length;
    }

    @Override
    public int between(int a, int b) {
      int[] x = signatures[a];
      int[] y = signatures[b];
      if (x.length != y.length || x.length == 0) {
        return NEVER;
      }
      int differing = 0;
      for (int i = 0; i < x.length; i++) {
        int difference = x[i] ^ y[i];
        differing += (difference | -difference) >>> 31; // 1 unless 0, without a branch
      }
      return differing;
    }
  }
}
