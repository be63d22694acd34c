package io.neardup.web.join;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// The nearest pairs of a collection.
record PairsResponse(
    @Schema(description = "Nearest first, then by ids.") List<PairJson> pairs,
    @Schema(description = "Fingerprints of more than 100 documents; largest first.")
        List<EqualJson> equal,
    @Schema(
            description =
                "Whether the collection has more pairs, or more entries in equal, than the "
                    + "limit.")
        boolean truncated,
    JoinSummary summary) {}
