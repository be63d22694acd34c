package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// Which documents are near-duplicates of another one. In the query of GET and of streams, in the
/// body of other calls.
public interface NearParameters {

  @Schema(
      description = QueryParameters.MAX_DISTANCE,
      minimum = "0",
      maximum = QueryParameters.MAX_BITS,
      example = "64")
  @Nullable Integer maxDistance();

  @Schema(
      description = QueryParameters.MIN_SIMILARITY,
      minimum = "0",
      maximum = "1",
      example = "0.8")
  @Nullable Double minSimilarity();

  @Nullable Integer limit();

  /// The requested recall, 1 if it is to be exact; null for the default.
  ///
  /// @throws io.neardup.service.RequestException if it is neither `exact` nor a number above 0 and
  ///   at most 1
  @Nullable Double requestedRecall();
}
