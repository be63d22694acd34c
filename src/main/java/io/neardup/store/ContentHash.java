package io.neardup.store;

/// A 128-bit hash of what a document was made of: equal contents have equal ones.
///
/// @param high the first 64 bits
/// @param low the last 64 bits
public record ContentHash(long high, long low) {}
