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

/// A recipe that is not a profile, described by a string: shingles, weights, bits, distance and
/// options, such as `1+2,log,256,54,sparse`.
///
/// Shingles: how many neighbouring words form one feature; `1+2` takes both. Weights: `set`, `tf`
/// or `log`. Options: `bigrams` joins characters of scripts without spaces in pairs, `code`
/// tokenises the text as a program, `digits` folds all digits into one, `edges` counts the
/// beginning and the end of the text as words, `sparse` selects SimHash with a sparse projection,
/// `minhash` one-bit MinHash instead of SimHash.
///
/// @param seed selects the hashes of the features
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

  FingerprintMethod named(String name, String description) {
    return new FingerprintMethod(name, description, bits, OptionalInt.of(distance), this::sketch);
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

  /// The features of a text, for the exact similarity of two texts.
  WeightedFeatures features(String text) {
    return WeightedFeatures.of(bag(text), weights);
  }

  private FeatureBag bag(String text) {
    long[] tokens = tokens(text);
    FeatureBag features = new FeatureBag(tokens.length);
    for (int shingle : shingles) {
      addShingles(tokens, shingle, features);
    }
    return features;
  }

  Sketch sketch(String text) {
    FeatureBag features = bag(text);
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

  /// Adds all tokens as one feature if there are fewer tokens than the shingle size.
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
