package io.neardup.web.document;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.collection.BulkWrite;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The progress of a change or deletion of many documents.
@Schema(name = "BulkProgress")
@JsonInclude(JsonInclude.Include.NON_NULL)
record BulkJson(
    @Schema(description = "Number of documents with the metadata.") long matched,
    @Schema(description = "Number of them that were changed; unchanged ones are not counted.")
        @Nullable Long changed,
    @Schema(description = "Number of them that were deleted.") @Nullable Long removed,
    @Schema(description = "true if nothing is written; otherwise absent.") @Nullable Boolean dryRun,
    @Schema(description = "true in the last line.") boolean done) {

  static BulkJson changed(BulkWrite.BulkProgress progress, boolean dryRun) {
    return new BulkJson(
        progress.matched(), progress.written(), null, dryRun ? true : null, progress.done());
  }

  static BulkJson removed(BulkWrite.BulkProgress progress, boolean dryRun) {
    return new BulkJson(
        progress.matched(), null, progress.written(), dryRun ? true : null, progress.done());
  }
}
