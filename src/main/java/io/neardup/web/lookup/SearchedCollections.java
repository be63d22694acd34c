package io.neardup.web.lookup;

import io.neardup.web.json.QueryRecord;
import org.jspecify.annotations.Nullable;

/// Which collections a lookup searches, and as of when: in the query of every call.
@QueryRecord
record SearchedCollections(@Nullable String collection, @Nullable String minPosition) {}
