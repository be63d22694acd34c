package io.neardup.quality;

import io.neardup.profile.Sketch;
import io.neardup.quality.LabelledTexts.Kind;
import io.neardup.quality.LabelledTexts.Pair;
import io.neardup.simhash.Fingerprint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The error of the similarity that the distance of two sparse SimHash fingerprints estimates,
/// against exact similarities of the weighted features.
///
/// Measured over all labelled pairs of each kind and some random ones.
final class EstimateError {

  static final List<Integer> WIDTHS = List.of(256, 512);
  static final Map<String, ToDoubleBiFunction<WeightedFeatures, WeightedFeatures>> SIMILARITIES =
      similarities();

  private static final String RECIPE = "1+2,log,%d,0,sparse";
  private static final int RANDOM_PAIRS = 5_000; // of each kind

  private final int hashFunctions;
  private final List<Sample> samples = new ArrayList<>();

  /// One pair under one hash function.
  ///
  /// @param exact by [#SIMILARITIES]
  /// @param estimates by [#WIDTHS]
  private record Sample(double[] exact, double[] estimates) {}

  /// Bias and root mean square of the errors of some estimates.
  ///
  /// @param count of estimates
  record Errors(int count, double bias, double rms) {}

  /// @param hashFunctions how many to measure, at least 1
  EstimateError(LabelledTexts texts, int hashFunctions) {
    this.hashFunctions = hashFunctions;
    texts.kinds().values().forEach(this::add);
  }

  int hashFunctions() {
    return hashFunctions;
  }

  /// The errors against one similarity, of pairs for which it is at least `from` and below `to`.
  Errors errors(String similarity, int bits, double from, double to) {
    int exact = List.copyOf(SIMILARITIES.keySet()).indexOf(similarity);
    int width = WIDTHS.indexOf(bits);
    double[] errors =
        samples.stream()
            .filter(sample -> sample.exact[exact] >= from && sample.exact[exact] < to)
            .mapToDouble(sample -> sample.estimates[width] - sample.exact[exact])
            .toArray();
    double bias = Arrays.stream(errors).average().orElse(Double.NaN);
    double meanSquare = Arrays.stream(errors).map(e -> e * e).average().orElse(Double.NaN);
    return new Errors(errors.length, bias, Math.sqrt(meanSquare));
  }

  private void add(Kind kind) {
    List<WeightedFeatures> features =
        kind.texts().parallelStream().map(recipe(WIDTHS.getFirst(), 0)::features).toList();
    List<Pair> pairs =
        pairs(kind)
            .filter(pair -> !features.get(pair.a()).isEmpty() && !features.get(pair.b()).isEmpty())
            .toList();
    double[][] exact =
        pairs.parallelStream()
            .map(pair ->
                SIMILARITIES.values().stream()
                    .mapToDouble(similarity ->
                        similarity.applyAsDouble(features.get(pair.a()), features.get(pair.b())))
                    .toArray())
            .toArray(double[][]::new);
    for (int seed = 1; seed <= hashFunctions; seed++) {
      List<List<Sketch>> sketches = sketches(kind, seed);
      for (int i = 0; i < exact.length; i++) {
        Pair pair = pairs.get(i);
        double[] estimates =
            sketches.stream()
                .mapToDouble(of ->
                    jaccardEstimate(of.get(pair.a()).fingerprint(), of.get(pair.b()).fingerprint()))
                .toArray();
        samples.add(new Sample(exact[i], estimates));
      }
    }
  }

  private static double jaccardEstimate(Fingerprint a, Fingerprint b) {
    return Fingerprint.jaccardEstimate(a.distance(b), a.bits());
  }

  private static List<List<Sketch>> sketches(Kind kind, int seed) {
    return WIDTHS.stream()
        .map(bits -> kind.texts().parallelStream().map(recipe(bits, seed)::sketch).toList())
        .toList();
  }

  private static TrialRecipe recipe(int bits, int seed) {
    return TrialRecipe.parse(RECIPE.formatted(bits)).seeded(seed);
  }

  private static Stream<Pair> pairs(Kind kind) {
    SplittableRandom random = new SplittableRandom(1);
    int documents = kind.texts().size();
    Stream<Pair> others =
        IntStream.range(0, RANDOM_PAIRS)
            .mapToObj(_ -> new Pair(random.nextInt(documents), random.nextInt(documents)))
            .filter(pair -> pair.a() != pair.b());
    return Stream.of(kind.positives().stream(), kind.ambiguous().stream(), others)
        .flatMap(pairs -> pairs);
  }

  private static Map<String, ToDoubleBiFunction<WeightedFeatures, WeightedFeatures>>
      similarities() {
    Map<String, ToDoubleBiFunction<WeightedFeatures, WeightedFeatures>> similarities =
        new LinkedHashMap<>();
    similarities.put("probability Jaccard", WeightedFeatures::probabilityJaccard);
    similarities.put("weighted Jaccard, normalised", WeightedFeatures::normalizedJaccard);
    similarities.put("weighted Jaccard", WeightedFeatures::weightedJaccard);
    return similarities;
  }
}
