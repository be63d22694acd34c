package io.neardup.web.collection;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// All collections.
record CollectionsResponse(
    @Schema(description = "In the order of their names.") List<CollectionJson> collections) {}
