package io.neardup.service.calibrate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.index.StopSignal;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.Document;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Pairs of documents for a person to judge.
///
/// @param limit up to which documents of the collection are near-duplicates, in bits
/// @param lookups the number of documents that were looked up to find the pairs
/// @param documents the number of documents of the collection
/// @param pairs by distance, then by their ids
public record Samples(
    String collection,
    String profile,
    int limit,
    int minDistance,
    int maxDistance,
    int lookups,
    int documents,
    List<SampledPair> pairs) {

  /// A pair.
  ///
  /// @param a the document whose id is first in order
  /// @param distance in bits
  /// @param weight the estimated number of pairs of the collection that it stands for: those at its
  ///   distance, divided by the pairs selected from them
  /// @param duplicate what was decided on it, null if nothing was
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SampledPair(
      SampledDocument a,
      SampledDocument b,
      int distance,
      double weight,
      @Nullable Boolean duplicate) {}

  /// A document of a pair.
  ///
  /// @param text the beginning of it, null if it is not stored
  /// @param textTruncated true if the text is longer, else null
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SampledDocument(
      String id,
      @Schema(implementation = Map.class) @JsonRawValue @Nullable String metadata,
      @Nullable String text,
      @Nullable Boolean textTruncated) {

    /// @param maxChars of the text, in code points
    /// @param stop counts the memory of texts
    static SampledDocument of(
        Document document, DocumentCollection collection, int maxChars, StopSignal stop) {
      stop.hold(document.metadataBytes() + 2L * maxChars);
      long held = stop.holdText(collection.documents().contentBytes(document.id()));
      String text = collection.documents().text(document.id()).orElse(null);
      stop.hold(-held);
      boolean isLong = text != null && text.codePointCount(0, text.length()) > maxChars;
      return new SampledDocument(
          document.id(),
          document.metadata(),
          text != null && isLong ? text.substring(0, text.offsetByCodePoints(0, maxChars)) : text,
          isLong ? Boolean.TRUE : null);
    }
  }
}
