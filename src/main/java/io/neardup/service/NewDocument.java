package io.neardup.service;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A document to be stored.
///
/// @param id null to have one made
/// @param source what its fingerprint is made of; not another document
/// @param metadata a JSON object in its text form
/// @param near which stored documents count as its near-duplicates; not the nearest
/// @param expiresAt from when on it is gone, null for what the collection says
/// @param verdict what was decided about it, null if the id keeps the verdict it has
/// @param condition what the document of that id has to be now
public record NewDocument(
    @Nullable String id,
    Source source,
    @Nullable String metadata,
    Wanted near,
    OnDuplicate onDuplicate,
    @Nullable Instant expiresAt,
    @Nullable Verdict verdict,
    Condition condition) {}
