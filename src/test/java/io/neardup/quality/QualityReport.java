package io.neardup.quality;

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

/// How well does each profile tell near-duplicates from other texts, and how well do other methods?
///
/// ```
/// mvn -Pquality test-compile exec:exec
/// mvn -Pquality test-compile exec:exec -Dquality.data=folder -Dquality.seeds=8
/// ```
///
/// Writes tables and charts to `target/quality`. System properties:
///
/// - `quality.data`: a folder with documents and pairs, see [LabelledTexts]; the sample by default.
/// - `quality.write`: `true` writes to `docs/quality` instead, which only the sample may.
/// - `quality.only`: names of the methods to look at, with commas between.
/// - `quality.recipes`: other recipes to look at, see [TrialRecipe], with semicolons between.
/// - `quality.seeds`: how many other hash functions to try, with those recipes too, to see what is
///   luck; 0 by default.
public final class QualityReport {

  static final Path SAMPLE = Path.of("src/test/resources/quality");

  private QualityReport() {}

  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(System.getProperty("quality.data", SAMPLE.toString()));
    boolean write = Boolean.getBoolean("quality.write");
    if (write && !data.toRealPath().equals(SAMPLE.toRealPath())) {
      throw new IllegalArgumentException(
          "quality.write publishes the report, which is for the sample only, not for " + data);
    }
    Path folder = Path.of(write ? "docs/quality" : "target/quality");
    LabelledTexts texts = LabelledTexts.read(data);
    List<MethodCurves> curves = score(methods(), texts);
    Map<String, List<MethodCurves>> seeded = seeded(Integer.getInteger("quality.seeds", 0), texts);
    Files.createDirectories(folder);
    String report = new MarkdownReport(texts, curves, seeded).toString();
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
    new Profiles().all().forEach(profile -> methods.add(SimHashMethod.of(profile)));
    methods.add(new MinHashMethod(64, 32, 0));
    methods.add(new MinHashMethod(128, 32, 0));
    methods.add(new MinHashMethod(256, 1, 0));
    methods.add(new MinHashMethod(512, 1, 0));
    methods.add(new JaccardMethod());
    methods.add(new LongestSentencesMethod());
    List<String> only = list("quality.only", ",").toList();
    if (!only.isEmpty()) {
      methods.removeIf(method -> !only.contains(method.name()));
    }
    list("quality.recipes", ";")
        .map(name -> TrialRecipe.parse(name).named(name))
        .forEach(methods::add);
    return methods;
  }

  /// The same recipes with other hash functions.
  private static Map<String, List<MethodCurves>> seeded(int seeds, LabelledTexts texts) {
    Map<String, IntFunction<Method>> families = new LinkedHashMap<>();
    families.put("as simhash-256-v1", seed -> trial("1+2,log,256,55,sparse", seed));
    families.put("as simhash-512-v1", seed -> trial("1+2,log,512,115,sparse", seed));
    families.put("dense SimHash, 256 bits", seed -> trial("2,log,256,63", seed));
    families.put("one-bit MinHash, 256 bits", seed -> trial("1+2,log,256,55,minhash", seed));
    families.put("MinHash 64 × 32 bits", seed -> new MinHashMethod(64, 32, seed));
    families.put("MinHash 128 × 32 bits", seed -> new MinHashMethod(128, 32, seed));
    families.put("MinHash 256 × 1 bits", seed -> new MinHashMethod(256, 1, seed));
    families.put("MinHash 512 × 1 bits", seed -> new MinHashMethod(512, 1, seed));
    list("quality.recipes", ";").forEach(name -> families.put(name, seed -> trial(name, seed)));
    Map<String, List<MethodCurves>> curves = new LinkedHashMap<>();
    if (seeds > 0) {
      families.forEach((name, family) ->
          curves.put(
              name, score(IntStream.rangeClosed(1, seeds).mapToObj(family).toList(), texts)));
    }
    return curves;
  }

  private static Method trial(String recipe, int seed) {
    return TrialRecipe.parse(recipe).seeded(seed).named(recipe);
  }

  private static Stream<String> list(String property, String separator) {
    return Arrays.stream(System.getProperty(property, "").split(separator))
        .map(String::strip)
        .filter(name -> !name.isEmpty());
  }
}
