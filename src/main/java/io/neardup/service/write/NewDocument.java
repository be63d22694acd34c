package io.neardup.service.write;

import io.neardup.service.Source;
import io.neardup.service.lookup.LookupRequest;
import org.jspecify.annotations.Nullable;

/// A document to be stored.
///
/// @param id null to have one made
/// @param source what its fingerprint is made of; not another document
/// @param metadata a JSON object in its text form
/// @param near which stored documents count as its near-duplicates; not the nearest
/// @param expiry when it expires, null for what the collection says
/// @param verdict what was decided about it, null if the id keeps the verdict it has
/// @param condition what the document of that id has to be now
public record NewDocument(
    @Nullable String id,
    Source source,
    @Nullable String metadata,
    LookupRequest near,
    OnDuplicate onDuplicate,
    @Nullable Expiry expiry,
    @Nullable Verdict verdict,
    Precondition condition) {}
