package io.neardup.service.collection;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// How a collection is to be.
///
/// @param profile null to keep the one it has; a new one gets the default profile
/// @param maxDistance the distance of lookups that name none, null for the profile's own
/// @param storeText whether texts are kept
/// @param ttl how long documents stay that do not say so themselves, null for ever
public record CollectionChange(
    @Nullable String profile,
    @Nullable Integer maxDistance,
    boolean storeText,
    @Nullable Duration ttl) {}
