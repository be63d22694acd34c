package io.neardup.store;

/// A collection from creation to deletion. Creating it again under the same name makes another
/// incarnation, to which nothing read or decided for the previous one applies.
///
/// @param collection the name of the collection
/// @param number grows with each collection created in a data directory and is never reused;
///   replaces the name in keys
public record Incarnation(String collection, int number) {}
