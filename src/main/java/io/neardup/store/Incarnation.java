package io.neardup.store;

/// A collection from its creation to its deletion. One that is created again under the same name is
/// another incarnation: what was read or decided for the former one does not apply to it.
///
/// @param collection the name of the collection
/// @param number grows with each collection that is created in a data directory, and is never used
///   again; it replaces the name in keys
public record Incarnation(String collection, int number) {}
