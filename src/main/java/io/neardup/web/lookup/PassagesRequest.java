package io.neardup.web.lookup;

import io.neardup.web.json.RequestMapper;
import io.neardup.web.ndjson.LookupFields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The body of `POST /passages`, or a line of a stream.
@Schema(description = "Exactly one of text, html and id.")
public record PassagesRequest(
    @Nullable String text,
    @Nullable String html,
    @Nullable String id,
    @Nullable String collection,
    @Schema(
            description = PassageQuery.MIN_SHARED,
            minimum = PassageQuery.LEAST_SHARED,
            example = "17")
        @Nullable Integer minShared,
    @Schema(description = PassageQuery.MIN_SHARE, minimum = "0", maximum = "1", example = "0.3")
        @Nullable Double minShare,
    @Nullable Integer limit,
    @Nullable List<@Nullable String> filter,
    @Nullable String minPosition,
    @Schema(description = PassageQuery.EXPLAIN) @Nullable Boolean explain,
    @Nullable String ref)
    implements LookupFields {

  /// The parameters of the lookup: those of the body, or else of the query.
  ///
  /// @throws io.neardup.service.RequestException if both have a parameter with different values
  PassageQuery parameters(PassageQuery query) {
    return new PassageQuery(
        RequestMapper.agreed("collection", query.collection(), collection),
        RequestMapper.agreed("minShared", query.minShared(), minShared),
        RequestMapper.agreed("minShare", query.minShare(), minShare),
        RequestMapper.agreed("limit", query.limit(), limit),
        RequestMapper.agreed("filter", query.filter(), filter),
        RequestMapper.agreed("minPosition", query.minPosition(), minPosition),
        RequestMapper.agreed("explain", query.explain(), explain));
  }
}
