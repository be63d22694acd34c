package io.neardup.calibrate;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// The result of a calibration.
///
/// @param from what it was measured on
/// @param documents the number of documents of the collection
/// @param sampled the number of documents that were compared with each other
/// @param duplicates the number of pairs of near-duplicates: labelled, or edited copies
/// @param others the number of other pairs: labelled, or compared
/// @param seed of all random choices
/// @param profile the recommended one
/// @param reason of that, in sentences, of which the first is the warning of its recommendation
/// @param profiles in the order of the request
public record CalibrationResult(
    Source from,
    long documents,
    int sampled,
    long duplicates,
    long others,
    long seed,
    String profile,
    String reason,
    List<EvaluatedProfile> profiles) {

  private static final double EQUAL = 0.002;

  /// What a calibration was measured on.
  public enum Source {
    /// Labelled pairs.
    PAIRS,
    /// Documents, edited copies of them, and pairs of them.
    DOCUMENTS
  }

  static CalibrationResult of(
      Source from,
      ComparedDocuments compared,
      long duplicates,
      long others,
      long seed,
      List<Recommender> profiles) {
    Recommender best =
        profiles.stream().max(Comparator.comparingDouble(Recommender::f1)).orElseThrow();
    Recommender chosen =
        profiles.stream()
            .filter(each -> each.f1() >= best.f1() - EQUAL)
            .min(
                Comparator.comparingInt(Recommender::bytes)
                    .thenComparing(Comparator.comparingDouble(Recommender::f1).reversed()))
            .orElseThrow();
    String comparison = comparison(chosen, best);
    String warning = chosen.warning();
    return new CalibrationResult(
        from,
        compared.collectionSize(),
        compared.size(),
        duplicates,
        others,
        seed,
        chosen.profile(),
        (warning == null ? "" : warning + " ") + comparison,
        profiles.stream()
            .map(each ->
                each.evaluated(
                    each == chosen, each == chosen && profiles.size() > 1 ? comparison : null))
            .toList());
  }

  private static String comparison(Recommender chosen, Recommender best) {
    String first =
        String.format(
            Locale.ROOT,
            "Each at its recommended distance, %s has %s F1, %.3f, with %d bytes per fingerprint.",
            chosen.profile(),
            chosen == best ? "the highest" : "nearly the highest",
            chosen.f1(),
            chosen.bytes());
    String other =
        String.format(
            Locale.ROOT,
            " %s has %.3f with %d bytes, a difference of no importance.",
            best.profile(),
            best.f1(),
            best.bytes());
    return chosen == best ? first : first + other;
  }
}
