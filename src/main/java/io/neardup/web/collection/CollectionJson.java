package io.neardup.web.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.store.CollectionSettings;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A collection: how it was made, and how it is.
@Schema(name = "Collection")
@JsonInclude(JsonInclude.Include.NON_NULL)
record CollectionJson(
    @Schema(example = "default") String name,
    @Schema(example = "paper-v1") String profile,
    @Schema(example = "64") int bits,
    @Schema(description = "The distance of lookups that name none.", example = "3") int maxDistance,
    @Schema(description = "Whether texts are kept.") boolean storeText,
    @Schema(
            description =
                "How long documents stay that do not say so themselves; absent if for ever.")
        @Nullable Long ttlSeconds,
    Instant createdAt,
    @Schema(description = "How many documents it has.") long documents,
    @Schema(description = "How many distinct fingerprints they have.") long fingerprints,
    @Schema(
            description = "How the fingerprints are laid out.",
            example =
                "4 tables over 4 blocks, up to distance 3; probes near the query's keys or scan"
                    + " beyond")
        String index,
    @Schema(description = "Fingerprints in the longest bucket of any table.") long largestBucket,
    @Schema(description = "Memory for the index, about.") long indexBytes,
    @Schema(description = "Memory for ids and times, about.") long directoryBytes) {

  static CollectionJson of(DocumentCollection collection) {
    CollectionSettings settings = collection.settings();
    return new CollectionJson(
        settings.name(),
        settings.profile(),
        collection.profile().bits(),
        collection.maxDistance(),
        settings.storeText(),
        Optional.ofNullable(settings.ttl()).map(Duration::toSeconds).orElse(null),
        settings.createdAt(),
        collection.size(),
        collection.index().fingerprints(),
        collection.index().description(),
        collection.index().largestBucket(),
        collection.indexBytes(),
        collection.directoryBytes());
  }
}
