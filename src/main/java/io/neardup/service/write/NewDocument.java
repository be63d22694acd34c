package io.neardup.service.write;

import io.neardup.service.Source;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import org.jspecify.annotations.Nullable;

/// A document to be stored.
///
/// @param id null to generate one
/// @param source of its fingerprint; not another document
/// @param metadata as JSON text
/// @param near the lookup of its near-duplicates; must not request the nearest
/// @param expiry when it expires, null for the default of the collection
/// @param verdict on it, null to keep that of the id, if it applies to this text
/// @param condition on the present document of that id
/// @param skipContained the share of its words that makes it a duplicate if one stored document has
///   them, null if none does
/// @param stored its revision where it was stored before, whose state a copy of it keeps: in a
///   collection of the same profile also the fingerprint and its features. Null for a new document
public record NewDocument(
    @Nullable String id,
    Source source,
    @Nullable String metadata,
    LookupRequest near,
    OnDuplicate onDuplicate,
    @Nullable Expiry expiry,
    @Nullable Verdict verdict,
    Precondition condition,
    @Nullable Double skipContained,
    @Nullable Revision stored) {}
