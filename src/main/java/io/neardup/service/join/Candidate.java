package io.neardup.service.join;

/// What decides whether a document is kept, without the document: groups by star hold one for each
/// fingerprint that has a near-duplicate.
///
/// @param row of its fingerprint in the snapshot of the join
/// @param ordinal of the document
/// @param createdAt when it was first stored, in milliseconds since 1970
/// @param value by which its [SurvivorRule] prefers it
public record Candidate(int row, int ordinal, long createdAt, RankValue value) {}
