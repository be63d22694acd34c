package io.neardup.web.calibrate;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.neardup.index.StopSignal;
import io.neardup.service.calibrate.PairSampler;
import io.neardup.service.calibrate.SampleRequest;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.Document;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Pairs of documents to be judged.
@Schema(name = "Samples")
record SamplesResponse(
    String collection,
    String profile,
    int limit,
    int minDistance,
    int maxDistance,
    int lookups,
    int documents,
    List<SampledPairJson> pairs) {

  /// A pair.
  @Schema(name = "SampledPair")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SampledPairJson(
      SampledDocument a,
      SampledDocument b,
      int distance,
      double weight,
      @Nullable Boolean duplicate) {}

  /// A document of a pair.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SampledDocument(
      String id,
      @Schema(implementation = Map.class) @JsonRawValue @Nullable String metadata,
      @Nullable String text,
      @Nullable Boolean textTruncated) {

    static SampledDocument of(
        Document document, DocumentCollection collection, int maxChars, StopSignal stop) {
      stop.hold(2L * maxChars);
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

  /// @param stop counts the memory of texts
  static SamplesResponse of(
      SampleRequest request, DocumentCollection collection, int maxChars, StopSignal stop) {
    PairSampler.SampledPairs sampled = new PairSampler(collection, request, stop).sample();
    return new SamplesResponse(
        collection.name(),
        collection.profile().name(),
        collection.maxDistance(),
        request.from(),
        request.to(),
        sampled.lookups(),
        sampled.documents(),
        sampled.pairs().stream()
            .map(pair ->
                new SampledPairJson(
                    SampledDocument.of(pair.a(), collection, maxChars, stop),
                    SampledDocument.of(pair.b(), collection, maxChars, stop),
                    pair.distance(),
                    pair.weight(),
                    pair.judged()))
            .toList());
  }
}
