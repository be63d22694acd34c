package io.neardup.web.join;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// The nearest pairs of a collection.
record PairsResponse(
    @Schema(description = "Nearest first, then by ids.") List<PairJson> pairs,
    @Schema(description = "Fingerprints that more than 100 documents have; the largest first.")
        List<EqualJson> equal,
    @Schema(description = "Whether there are more pairs, or more in equal, than the limit.")
        boolean truncated,
    JoinSummary summary) {}
