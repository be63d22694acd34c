package io.neardup.quality;

import io.neardup.measure.Verification;
import io.neardup.profile.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Measures how well each profile separates near-duplicates from other texts, compared with other
/// methods.
///
/// ```
/// mvn -Pquality test-compile exec:exec
/// mvn -Pquality test-compile exec:exec -Dquality.data=folder -Dquality.seeds=8
/// ```
///
/// Writes tables and charts to `target/quality`. System properties:
///
/// - `quality.data`: a folder with documents and pairs, see [LabelledTexts]; the sample by default.
/// - `quality.kinds`: names of the kinds to measure, separated by commas; all by default.
/// - `quality.parts`: into how many sets each kind is divided; 1 by default. The range over them is
///   the variation between sets of one kind.
/// - `quality.write`: `true` writes to `docs/quality` instead, which is allowed for the sample
///   only.
/// - `quality.only`: names of the methods to measure, separated by commas.
/// - `quality.recipes`: further recipes to measure, see [TrialRecipe], separated by semicolons.
/// - `quality.seeds`: the number of further hash functions with which each recipe is measured, to
///   estimate the variation between them; 0 by default.
public final class QualityReport {

  static final Path SAMPLE = Path.of("src/test/resources/quality");

  /// The recipes of the sparse profiles, so that their hash functions can be exchanged.
  static final Map<String, String> PROFILES =
      ordered(
          List.of(
              Map.entry("simhash-256-v1", "1+2,log,256,54,sparse"),
              Map.entry("simhash-512-v1", "1+2,log,512,114,sparse"),
              Map.entry("code-v1", "3,log,256,61,code,sparse")));

  private static final String DENSE_BOTH = "dense SimHash 256 bits (words and pairs)";
  private static final String DENSE_PAIRS = "dense SimHash 256 bits (pairs)";
  private static final String ONE_BIT = "one-bit MinHash 256 bits";

  private static final Map<String, String> PEERS =
      ordered(
          List.of(
              Map.entry(ONE_BIT, "1+2,log,256,55,minhash"),
              Map.entry(DENSE_BOTH, "1+2,log,256,52"),
              Map.entry(DENSE_PAIRS, "2,log,256,63")));

  private static final Map<String, String> DESCRIPTIONS =
      Map.of(
          ONE_BIT,
          "The features and weights of simhash-256-v1, one bit of the minimum of each column",
          DENSE_BOTH,
          "The features and weights of simhash-256-v1, dense projection",
          DENSE_PAIRS,
          "Pairs of words with the weights of simhash-256-v1, dense projection");

  private QualityReport() {}

  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(System.getProperty("quality.data", SAMPLE.toString()));
    boolean write = Boolean.getBoolean("quality.write");
    if (write && !data.toRealPath().equals(SAMPLE.toRealPath())) {
      throw new IllegalArgumentException(
          "quality.write publishes the report, which is for the sample only, not for " + data);
    }
    Path folder = Path.of(write ? "docs/quality" : "target/quality");
    int seeds = Integer.getInteger("quality.seeds", 0);
    LabelledTexts texts = LabelledTexts.requested();
    List<MethodCurves> curves = score(methods(), texts);
    EstimateError estimate = new EstimateError(texts, Math.max(1, seeds));
    Files.createDirectories(folder);
    String report = new MarkdownReport(texts, curves, seeded(seeds, texts), estimate).toString();
    Files.writeString(folder.resolve("README.md"), report);
    new Charts(folder).draw(curves);
    System.out.println(report);
    System.out.println("Written to " + folder + ", with charts.");
  }

  static List<MethodCurves> score(List<Method> methods, LabelledTexts texts) {
    return methods.stream().map(method -> MethodCurves.of(method, texts)).toList();
  }

  private static List<Method> methods() {
    List<Method> methods = new ArrayList<>();
    new Profiles().all().forEach(profile -> methods.add(FingerprintMethod.of(profile)));
    new Profiles()
        .all().stream()
            .filter(Verification::isPossible)
            .forEach(profile -> {
              methods.add(VerifiedMethod.of(profile, false));
              methods.add(VerifiedMethod.of(profile, true));
            });
    PEERS.forEach((name, recipe) -> methods.add(trial(name, recipe, 0)));
    methods.add(new MinHashMethod(128, 0));
    methods.add(new JaccardMethod());
    methods.add(new LongestSentencesMethod());
    methods.removeIf(method -> !isRequested(method.name()));
    Method passages = new PassagesMethod(); // not near-duplicates, so measured on request alone
    if (list("quality.only", ",").anyMatch(passages.name()::equals)) {
      methods.add(passages);
    }
    list("quality.recipes", ";").forEach(recipe -> methods.add(trial(recipe, recipe, 0)));
    return methods;
  }

  /// The same recipes with other hash functions.
  private static Map<String, List<MethodCurves>> seeded(int seeds, LabelledTexts texts) {
    Map<String, IntFunction<Method>> families = new LinkedHashMap<>();
    PROFILES.forEach((name, recipe) -> families.put(name, seed -> trial(name, recipe, seed)));
    PEERS.forEach((name, recipe) -> families.put(name, seed -> trial(name, recipe, seed)));
    families.put(new MinHashMethod(128, 0).name(), seed -> new MinHashMethod(128, seed));
    families.keySet().removeIf(name -> !isRequested(name));
    list("quality.recipes", ";")
        .forEach(recipe -> families.put(recipe, seed -> trial(recipe, recipe, seed)));
    Map<String, List<MethodCurves>> curves = new LinkedHashMap<>();
    if (seeds > 0) {
      families.forEach((name, family) ->
          curves.put(
              name, score(IntStream.rangeClosed(1, seeds).mapToObj(family).toList(), texts)));
    }
    return curves;
  }

  private static Method trial(String name, String recipe, int seed) {
    String description = DESCRIPTIONS.getOrDefault(name, "The recipe " + recipe);
    return TrialRecipe.parse(recipe).seeded(seed).named(name, description);
  }

  private static boolean isRequested(String method) {
    List<String> only = list("quality.only", ",").toList();
    return only.isEmpty() || only.contains(method);
  }

  static Stream<String> list(String property, String separator) {
    return Arrays.stream(System.getProperty(property, "").split(separator))
        .map(String::strip)
        .filter(name -> !name.isEmpty());
  }

  private static Map<String, String> ordered(List<Map.Entry<String, String>> entries) {
    Map<String, String> ordered = new LinkedHashMap<>();
    entries.forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
    return ordered;
  }
}
