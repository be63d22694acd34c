package io.neardup.service.write;

import io.neardup.service.LazyVector;
import io.neardup.store.Document;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A document with its fingerprint and the near-duplicates found before the decision. It may wait:
/// the decision also considers writes decided since.
///
/// @param by the decider that prepared it and will decide on it
/// @param known the stored revision with its id
/// @param vector the features to count, null if features are not counted
/// @param anchors of its passages, null if passages are not indexed
/// @param containers the documents that contain it, null if that was not requested
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PreparedDocument(
    IncomingDocument incoming,
    DocumentWrites by,
    CandidateSearch.Search search,
    Optional<Document> known,
    @Nullable LazyVector vector,
    long @Nullable [] anchors,
    ContainerSearch.@Nullable ContainmentCheck containers) {}
