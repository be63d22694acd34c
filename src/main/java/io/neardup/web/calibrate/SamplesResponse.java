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
    @Schema(description = "The name of the collection.") String collection,
    @Schema(description = "The profile of the collection.") String profile,
    @Schema(description = "The limit of the collection, in bits.") int limit,
    @Schema(description = "The smallest distance of the request.") int minDistance,
    @Schema(description = "The largest distance of the request.") int maxDistance,
    @Schema(description = "Number of random documents that were looked up to find the pairs.")
        int lookups,
    @Schema(description = "Number of documents in the collection that lookups report.")
        int documents,
    @Schema(description = "In the order of their distances.") List<SampledPairJson> pairs) {

  /// A pair.
  @Schema(name = "SampledPair")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SampledPairJson(
      @Schema(description = "The document whose id is first in order.") SampledDocument a,
      @Schema(description = "The document whose id is second in order.") SampledDocument b,
      @Schema(description = "Number of bits that differ.", example = "57") int distance,
      @Schema(
              description =
                  "The estimated number of pairs in the collection that this one stands for; to be"
                      + " sent with its judgement.",
              example = "12.5")
          double weight,
      @Schema(description = "What was judged before; absent if nothing was.")
          @Nullable Boolean duplicate) {}

  /// A document of a pair.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record SampledDocument(
      @Schema(description = "Its id.", example = "cat-1") String id,
      @Schema(
              description = "The metadata of the document; absent if it has none.",
              implementation = Map.class)
          @JsonRawValue
          @Nullable String metadata,
      @Schema(description = "The beginning of its text; absent if it is not stored.")
          @Nullable String text,
      @Schema(description = "true if the text continues; otherwise absent.")
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
