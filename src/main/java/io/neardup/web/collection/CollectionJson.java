package io.neardup.web.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.index.BucketSizes;
import io.neardup.index.BucketSizes.BucketClass;
import io.neardup.measure.Verification;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.store.CollectionSettings;
import io.neardup.store.VerifyMode;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The settings and counts of a collection.
@Schema(name = "Collection")
@JsonInclude(JsonInclude.Include.NON_NULL)
record CollectionJson(
    @Schema(description = "Its name.", example = "default") String name,
    @Schema(description = "The profile that makes its fingerprints.", example = "paper-v1")
        String profile,
    @Schema(description = "The width of its fingerprints.", example = "64") int bits,
    @Schema(description = "The default distance of lookups.", example = "3") int maxDistance,
    @Schema(description = "Whether texts are stored.") boolean storeText,
    @Schema(
            description = "From what candidates of lookups are verified.",
            allowableValues = {"off", "text", "features"})
        String verify,
    @Schema(
            description = "The weights of features by which candidates are verified.",
            allowableValues = {"profile", "collection"})
        String weights,
    @Schema(description = "Whether passages are indexed, for lookups of quotations.")
        boolean passages,
    @Schema(
            description =
                "The similarity of features from which on verified candidates match; absent with"
                    + " verify=off.",
            example = "0.54")
        @Nullable Double minSimilarity,
    @Schema(
            description =
                "Seconds until documents expire that have no expiry of their own; absent if never.")
        @Nullable Long ttlSeconds,
    @Schema(description = "When it was created.") Instant createdAt,
    @Schema(description = "Number of documents.") long documents,
    @Schema(description = "Number of distinct fingerprints.") long fingerprints,
    @Schema(
            description = "The layout of the index.",
            example =
                "4 tables over 4 blocks, up to distance 3; probes near the query's keys or scan"
                    + " beyond")
        String index,
    @Schema(description = "Fingerprints in the longest bucket of any table.") long largestBucket,
    @Schema(description = "Number of buckets of all tables by length, without empty ones.")
        List<BucketClass> bucketSizes,
    @Schema(description = "Approximate memory of the index.") long indexBytes,
    @Schema(description = "Approximate memory of ids and times.") long directoryBytes) {

  static CollectionJson of(DocumentCollection collection) {
    CollectionSettings settings = collection.settings();
    Verification verification = collection.verification();
    LiveDocuments local = collection.documents();
    BucketSizes buckets = local.index().bucketSizes();
    return new CollectionJson(
        settings.name(),
        settings.profile(),
        collection.profile().bits(),
        collection.maxDistance(),
        settings.storeText(),
        verification == null ? VerifyMode.OFF.label() : settings.verifies().label(),
        settings.weights().label(),
        settings.passages(),
        verification == null ? null : verification.minSimilarity(),
        Optional.ofNullable(settings.ttl()).map(Duration::toSeconds).orElse(null),
        settings.createdAt(),
        collection.documents().size(),
        local.index().fingerprints(),
        local.index().description(),
        buckets.largest(),
        buckets.classes(),
        local.indexBytes(),
        local.directoryBytes());
  }
}
