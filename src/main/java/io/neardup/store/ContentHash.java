package io.neardup.store;

/// A 128-bit hash of a document's content: equal contents have equal hashes.
///
/// @param high the first 64 bits
/// @param low the last 64 bits
public record ContentHash(long high, long low) {}
