package io.neardup.measure;

import io.neardup.measure.Measurement.Skipped;
import io.neardup.measure.Measurement.Value;
import io.neardup.profile.Projection;
import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToDoubleBiFunction;

/// Measures of the similarity of two texts.
public enum Measure {
  /// The cosine of the angle between the weighted feature vectors.
  COSINE("cosine"),

  /// The cosine, estimated from SimHash fingerprints.
  ANGLE("angle"),

  /// The Euclidean distance of those vectors.
  EUCLIDEAN("euclidean"),

  /// The share of distinct features that both have.
  JACCARD("jaccard"),

  /// The share of distinct features that both have, estimated by MinHash with 128 permutations.
  MINHASH("minhash"),

  /// The longest common run of characters.
  LONGEST_COMMON_SUBSTRING("longestCommonSubstring"),

  /// The number of characters to insert, delete or replace to convert one text to the other.
  EDIT_DISTANCE("editDistance"),

  /// The number of common sentences among the three longest of each.
  LONGEST_SENTENCES("longestSentences");

  private static final Skipped EMPTY = new Skipped("a text without features resembles nothing");

  private final String label;

  Measure(String label) {
    this.label = label;
  }

  /// Its name in requests.
  public String label() {
    return label;
  }

  /// Whether it needs the content; the others need only fingerprints.
  public boolean needsContent() {
    return this != ANGLE;
  }

  /// The measure with that label.
  public static Optional<Measure> find(String label) {
    return Arrays.stream(values()).filter(measure -> measure.label.equals(label)).findFirst();
  }

  /// Every label.
  public static List<String> labels() {
    return Arrays.stream(values()).map(Measure::label).toList();
  }

  /// Computes these measures of `a` and `b`.
  public static Map<Measure, Measurement> all(Set<Measure> measures, Sample a, Sample b) {
    Map<Measure, Measurement> taken = new EnumMap<>(Measure.class);
    measures.forEach(measure -> taken.put(measure, measure.of(a, b)));
    return taken;
  }

  private static Measurement angle(Sample a, Sample b) {
    if (a.isEmpty() || b.isEmpty()) {
      return EMPTY;
    }
    return a.projection() == Projection.DENSE
        ? new Value(
            Fingerprint.angleCosine(
                a.fingerprint().distance(b.fingerprint()), a.fingerprint().bits()))
        : new Skipped(
            "the distance of sparse SimHash follows the Jaccard similarity, not an angle");
  }

  private static Measurement vectors(
      Sample a, Sample b, ToDoubleBiFunction<FeatureVector, FeatureVector> measure) {
    return a.features().size() == 0 || b.features().size() == 0
        ? EMPTY
        : new Value(measure.applyAsDouble(a.features(), b.features()));
  }

  private static Measurement characters(
      Sample a, Sample b, int most, BiFunction<String, String, Measurement> measure) {
    String first = a.text();
    String second = b.text();
    if (first == null || second == null) {
      return new Skipped("features alone have no order of characters");
    }
    return exceeds(first, most) || exceeds(second, most)
        ? new Skipped(String.format(Locale.ROOT, "texts over %,d characters", most))
        : measure.apply(first, second);
  }

  private static boolean exceeds(String text, int most) {
    return text.length() > 2 * most || text.codePointCount(0, text.length()) > most;
  }

  private Measurement of(Sample a, Sample b) {
    if (a.isEmpty() && b.isEmpty()) {
      return EMPTY;
    }
    return switch (this) {
      case COSINE -> vectors(a, b, Vectors::cosine);
      case ANGLE -> angle(a, b);
      case EUCLIDEAN -> vectors(a, b, Vectors::euclidean);
      case JACCARD -> vectors(a, b, Vectors::jaccard);
      case MINHASH -> vectors(a, b, Vectors::minHash);
      case LONGEST_COMMON_SUBSTRING ->
          characters(a, b, CommonSubstring.MAX_CHARACTERS, CommonSubstring::of);
      case EDIT_DISTANCE -> characters(a, b, Edits.MAX_CHARACTERS, Edits::of);
      case LONGEST_SENTENCES -> LongestSentences.of(a.text(), b.text());
    };
  }
}
