package io.neardup.web.join;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// The largest groups of a collection.
record GroupsResponse(
    @Schema(description = "The largest first, then by the survivor's id.") List<GroupJson> groups,
    @Schema(description = "Whether there are more groups than the limit.") boolean truncated,
    JoinSummary summary) {}
