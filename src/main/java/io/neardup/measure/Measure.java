package io.neardup.measure;

import io.neardup.profile.Projection;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Measures of the similarity of two texts.
public enum Measure {
  /// The cosine of the angle between the vectors of weighted features.
  COSINE("cosine"),

  /// The same cosine, estimated from SimHash fingerprints.
  ANGLE("angle"),

  /// The Euclidean distance of those vectors.
  EUCLIDEAN("euclidean"),

  /// The share of distinct features that both have.
  JACCARD("jaccard"),

  /// The same share, estimated by MinHash with 128 permutations.
  MINHASH("minhash"),

  /// The longest common run of characters.
  LONGEST_COMMON_SUBSTRING("longestCommonSubstring"),

  /// The number of characters to insert, delete or replace to convert one text to the other.
  EDIT_DISTANCE("editDistance"),

  /// The number of common sentences among the three longest of each.
  LONGEST_SENTENCES("longestSentences");

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

  /// The measure of that label.
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
      return Vectors.EMPTY;
    }
    return a.projection() == Projection.DENSE
        ? new Measurement.Value(a.fingerprint().angleCosine(b.fingerprint()))
        : new Measurement.Skipped(
            "the distance of sparse SimHash follows the Jaccard similarity, not an angle");
  }

  private Measurement of(Sample a, Sample b) {
    if (a.isEmpty() && b.isEmpty()) {
      return Vectors.EMPTY;
    }
    return switch (this) {
      case COSINE -> Vectors.cosine(a.features(), b.features());
      case ANGLE -> angle(a, b);
      case EUCLIDEAN -> Vectors.euclidean(a.features(), b.features());
      case JACCARD -> Vectors.jaccard(a.features(), b.features());
      case MINHASH -> Vectors.minHash(a.features(), b.features());
      case LONGEST_COMMON_SUBSTRING -> CommonSubstring.of(a.text(), b.text());
      case EDIT_DISTANCE -> Edits.of(a.text(), b.text());
      case LONGEST_SENTENCES -> LongestSentences.of(a.text(), b.text());
    };
  }
}
