package io.neardup.web.ndjson;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.neardup.service.StringOnly;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.SourceFields;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonDeserialize;

/// A request whose `id` is a stored document to look up instead of a text; its own identifier is
/// `ref`. Stream lines have no parameters.
public interface LookupFields extends SourceFields {

  @Schema(minimum = "1", maximum = QueryParameters.MAX_LIMIT)
  default @Nullable Integer limit() {
    return null;
  }

  @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
  @JsonDeserialize(contentUsing = StringOnly.class)
  default @Nullable List<@Nullable String> filter() {
    return null;
  }
}
