package io.neardup.index;

import java.util.List;

/// The result of a lookup.
///
/// @param matches nearest first, then by id
/// @param truncated whether more documents were found than requested
/// @param plan how they were found, and whether others may exist
/// @param candidates the number of fingerprints compared
public record SearchResult(List<Match> matches, boolean truncated, Plan plan, long candidates) {}
