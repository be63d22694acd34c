package io.neardup.web.lookup;

import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.InCollections;
import io.neardup.web.json.QueryRecord;
import io.swagger.v3.oas.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/// Which collections a lookup searches, and as of when: in the query of every call.
@QueryRecord
record SearchedCollections(
    @InCollections @Nullable String collection,
    @Parameter(description = QueryParameters.MIN_POSITION) @Nullable String minPosition) {}
