package io.neardup.index;

import io.neardup.simhash.Fingerprint;

/// A document within the distance of a query.
///
/// @param document its number
/// @param id its id
/// @param fingerprint its fingerprint when it was found
/// @param distance from the query, in bits
public record Match(int document, String id, Fingerprint fingerprint, int distance) {}
