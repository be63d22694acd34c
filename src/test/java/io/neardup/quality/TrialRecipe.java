package io.neardup.quality;

import io.neardup.profile.Sketch;
import io.neardup.simhash.Columns;
import io.neardup.simhash.FeatureBag;
import io.neardup.simhash.SparseColumns;
import io.neardup.simhash.TermFrequencyWeights;
import io.neardup.simhash.Xxh3;
import io.neardup.text.CodeTokenizer;
import io.neardup.text.NormalizedText;
import io.neardup.text.SpacelessBigrams;
import io.neardup.text.WordTokenizer;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;

/// A recipe that is no profile, put together from what its name says: shingles, weights, bits,
/// distance and options, such as `1+2,log,256,53,digits`.
///
/// Shingles: how many neighbouring words are one feature; `1+2` takes both. Weights: `set`, `tf` or
/// `log`. Options: `bigrams` joins characters of scripts without spaces in pairs, `code` reads the
/// text as a program, `digits` makes all digits one, `edges` counts the beginning and the end of
/// the text as words, `sparse` makes SimHash with a sparse projection, `minhash` one-bit MinHash in
/// place of SimHash.
///
/// @param seed makes other hashes of the same features; what differs between seeds is luck
record TrialRecipe(
    List<Integer> shingles,
    TermFrequencyWeights weights,
    int bits,
    int distance,
    Set<String> options,
    int seed) {

  private static final Set<String> OPTIONS =
      Set.of("bigrams", "code", "digits", "edges", "minhash", "sparse");
  private static final long EDGE = 0x9E3779B97F4A7C15L;

  static TrialRecipe parse(String name) {
    String[] parts = name.split(",");
    if (parts.length < 4) {
      throw new IllegalArgumentException("a recipe is shingles,weights,bits,distance, was " + name);
    }
    Set<String> options = Set.of(Arrays.copyOfRange(parts, 4, parts.length));
    if (!OPTIONS.containsAll(options)) {
      throw new IllegalArgumentException("options are " + OPTIONS + ", was " + options);
    }
    return new TrialRecipe(
        Arrays.stream(parts[0].split("\\+")).map(Integer::valueOf).toList(),
        weights(parts[1]),
        Integer.parseInt(parts[2]),
        Integer.parseInt(parts[3]),
        options,
        0);
  }

  SimHashMethod named(String name) {
    return new SimHashMethod(
        name, "A recipe on trial", bits, OptionalInt.of(distance), this::sketch);
  }

  TrialRecipe seeded(int otherSeed) {
    return new TrialRecipe(shingles, weights, bits, distance, options, otherSeed);
  }

  private static TermFrequencyWeights weights(String name) {
    return switch (name) {
      case "set" -> TermFrequencyWeights.SET;
      case "tf" -> TermFrequencyWeights.TF;
      case "log" -> TermFrequencyWeights.LOG;
      default -> throw new IllegalArgumentException("weights are set, tf or log, was " + name);
    };
  }

  private Sketch sketch(String text) {
    long[] tokens = tokens(text);
    FeatureBag features = new FeatureBag(tokens.length);
    for (int shingle : shingles) {
      addShingles(tokens, shingle, features);
    }
    if (options.contains("minhash")) {
      OneBitMinHash race = new OneBitMinHash(bits);
      features.forEach((hash, count) -> race.add(hash, weights.weight(count)));
      return new Sketch(race.fingerprint(), features.size());
    }
    if (options.contains("sparse")) {
      SparseColumns columns = new SparseColumns(bits);
      weights.accumulate(features, columns);
      return new Sketch(columns.signs(), features.size());
    }
    Columns columns = new Columns(bits);
    weights.accumulate(features, columns);
    return new Sketch(columns.signs(), features.size());
  }

  private long[] tokens(String text) {
    if (options.contains("code")) {
      LongStream.Builder tokens = LongStream.builder();
      new CodeTokenizer()
          .tokenize(
              NormalizedText.withCase(text),
              (source, start, end, spaceless) -> tokens.add(Xxh3.hash(source, start, end)));
      return tokens.build().toArray();
    }
    String folded = options.contains("digits") ? text.replaceAll("\\p{Nd}", "0") : text;
    boolean pairsOfCharacters = options.contains("bigrams");
    LongStream.Builder tokens = LongStream.builder();
    SpacelessBigrams bigrams =
        new SpacelessBigrams(
            (source, start, end, spaceless) -> tokens.add(Xxh3.hash(source, start, end)));
    new WordTokenizer()
        .tokenize(
            NormalizedText.of(folded),
            (source, start, end, spaceless) ->
                bigrams.token(source, start, end, spaceless && pairsOfCharacters));
    bigrams.finish();
    long[] words = tokens.build().toArray();
    if (!options.contains("edges") || words.length == 0) {
      return words;
    }
    return LongStream.concat(
            LongStream.of(EDGE), LongStream.concat(Arrays.stream(words), LongStream.of(EDGE)))
        .toArray();
  }

  /// All tokens as one feature if there are fewer than a shingle has.
  private void addShingles(long[] tokens, int shingle, FeatureBag features) {
    int size = Math.min(shingle, tokens.length);
    for (int first = 0; size > 0 && first + size <= tokens.length; first++) {
      long hash = seed;
      for (int i = 0; i < size; i++) {
        hash = Columns.expand(Long.rotateLeft(hash, 23) + tokens[first + i], 1);
      }
      features.add(hash);
    }
  }
}
