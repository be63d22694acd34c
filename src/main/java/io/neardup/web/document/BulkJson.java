package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.collection.BulkWrite;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How far a change or removal of many documents is.
@Schema(name = "BulkProgress")
@JsonInclude(JsonInclude.Include.NON_NULL)
record BulkJson(
    @Schema(description = "How many documents passed the filter.") long matched,
    @Schema(
            description =
                "How many of them were changed; those that were so already are not counted.")
        @Nullable Long changed,
    @Schema(description = "How many of them were removed.") @Nullable Long removed,
    @Schema(description = "true if nothing was to be written; else absent.")
        @Nullable Boolean dryRun,
    @Schema(description = "Whether that is all; the last line says so.") boolean done) {

  static BulkJson changed(BulkWrite.BulkProgress progress, boolean dryRun) {
    return new BulkJson(
        progress.matched(), progress.written(), null, dryRun ? true : null, progress.done());
  }

  static BulkJson removed(BulkWrite.BulkProgress progress, boolean dryRun) {
    return new BulkJson(
        progress.matched(), null, progress.written(), dryRun ? true : null, progress.done());
  }
}
