package io.neardup.service.write;

import io.neardup.service.Source;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import org.jspecify.annotations.Nullable;

/// A document to store.
///
/// @param id null to generate one
/// @param source of its fingerprint; not a stored document
/// @param metadata as JSON text
/// @param near the lookup of its near-duplicates; must not request the nearest
/// @param expiry when it expires, null for the default of the collection
/// @param verdict on it, null to keep the id's verdict if that applies to this text
/// @param condition on the current document with its id
/// @param skipContained the share of its words that one stored document must have to make it a
///   duplicate; null for no such check
/// @param stored the revision it was copied from; the copy keeps its state and, in a collection
///   with the same profile, its fingerprint and features. Null for a new document
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
