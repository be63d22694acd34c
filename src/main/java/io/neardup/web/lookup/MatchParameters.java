package io.neardup.web.lookup;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.neardup.service.StringOnly;
import io.neardup.web.json.QueryParameters;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// Which matches a lookup lists. In the query of GET and of streams, in the body of other calls.
interface MatchParameters {

  @Schema(description = QueryParameters.MATCHES, minimum = "1", maximum = QueryParameters.MAX_LIMIT)
  @Nullable Integer limit();

  @Schema(
      description =
          "Only documents with all of these values in their metadata: a field, a colon and a"
              + " value; dots select fields of objects. A single one may be a string.",
      example = "[\"lang:en\"]")
  @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
  @JsonDeserialize(contentUsing = StringOnly.class)
  @Nullable List<@Nullable String> filter();

  @Nullable Boolean explain();

  default boolean explains() {
    return Boolean.TRUE.equals(explain());
  }
}
