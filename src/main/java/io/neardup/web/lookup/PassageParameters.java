package io.neardup.web.lookup;

import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.passage.PassageLookup;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The parameters of a lookup of passages.
interface PassageParameters extends MatchParameters {

  @Schema(
      description = PassageQuery.MIN_SHARED,
      minimum = PassageQuery.LEAST_SHARED,
      example = "17")
  @Nullable Integer minShared();

  @Schema(description = PassageQuery.MIN_SHARE, minimum = "0", maximum = "1", example = "0.3")
  @Nullable Double minShare();

  @Override
  @Schema(description = PassageQuery.EXPLAIN)
  @Nullable Boolean explain();

  /// The lookup.
  ///
  /// @throws io.neardup.service.RequestException if a parameter is invalid
  default PassageLookup lookup() {
    return PassageLookup.of(minShared(), minShare(), limit(), MetadataFilter.of(filter()));
  }
}
