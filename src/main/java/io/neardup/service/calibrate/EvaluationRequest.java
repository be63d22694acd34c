package io.neardup.service.calibrate;

import io.neardup.calibrate.CalibrationOptions;
import io.neardup.calibrate.LabelledPair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What to evaluate.
///
/// @param profiles their names; that of the collection if empty
/// @param from what to measure; null for labelled pairs if there are any, or else for documents
/// @param pairs labelled pairs of texts, to be measured with [EvaluationSource#PAIRS]
/// @param texts documents to be measured in place of those of the collection, whose size still
///   counts
public record EvaluationRequest(
    List<String> profiles,
    @Nullable EvaluationSource from,
    List<LabelledPair> pairs,
    List<String> texts,
    CalibrationOptions options) {

  /// What is measured.
  public enum EvaluationSource {
    /// Labelled pairs of the request.
    PAIRS,
    /// The judgements of the collection.
    JUDGEMENTS,
    /// Documents without labels: edited copies, and what matches by chance.
    DOCUMENTS
  }

  /// Copies the lists.
  public EvaluationRequest {
    profiles = List.copyOf(profiles);
    pairs = List.copyOf(pairs);
    texts = List.copyOf(texts);
  }

  EvaluationSource source() {
    return from != null
        ? from
        : pairs.isEmpty() ? EvaluationSource.DOCUMENTS : EvaluationSource.PAIRS;
  }
}
