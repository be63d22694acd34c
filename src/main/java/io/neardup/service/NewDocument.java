package io.neardup.service;

import org.jspecify.annotations.Nullable;

/// A document to be stored.
///
/// @param id null to have one made
/// @param source what its fingerprint is made of; not another document
/// @param metadata a JSON object in its text form
/// @param maxDistance up to which distance stored documents count as near-duplicates, null for the
///   profile's own
/// @param limit how many of them to report, null for the default
public record NewDocument(
    @Nullable String id,
    Source source,
    @Nullable String metadata,
    @Nullable Integer maxDistance,
    @Nullable Integer limit,
    OnDuplicate onDuplicate) {}
