package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of documents.
@JsonInclude(JsonInclude.Include.NON_NULL)
record DocumentsResponse(
    @Schema(description = "In the order of the UTF-8 of their ids.") List<DocumentJson> documents,
    @Schema(description = "The value of 'after' for the next page; absent on the last one.")
        @Nullable String next) {}
