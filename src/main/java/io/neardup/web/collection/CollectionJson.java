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
    String name,
    String profile,
    int bits,
    int maxDistance,
    boolean storeText,
    @Schema(allowableValues = {"off", "text", "features"}) String verify,
    @Schema(allowableValues = {"profile", "collection"}) String weights,
    boolean passages,
    @Nullable Double minSimilarity,
    @Nullable Long ttlSeconds,
    Instant createdAt,
    long documents,
    long fingerprints,
    String index,
    long largestBucket,
    List<BucketClass> bucketSizes,
    long indexBytes,
    long directoryBytes) {

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
