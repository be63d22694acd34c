package io.neardup.index;

import java.util.List;

/// What a lookup found.
///
/// @param matches nearest first, then by id
/// @param truncated whether more documents were found than the caller's limit
/// @param plan how they were found, and whether there can be more
/// @param candidates how many fingerprints were looked at
public record SearchResult(List<Match> matches, boolean truncated, Plan plan, long candidates) {}
