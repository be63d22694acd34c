package io.neardup.web.join;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// The largest groups of a collection.
record GroupsResponse(
    @Schema(description = "Largest first, then by the id of the survivor.") List<GroupJson> groups,
    @Schema(description = "Whether the collection has more groups than the limit.")
        boolean truncated,
    JoinSummary summary) {}
