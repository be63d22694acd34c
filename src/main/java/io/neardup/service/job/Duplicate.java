package io.neardup.service.job;

/// A document that a dry run of `dedupe` proposes to disable or remove.
///
/// @param group the number of its group, 1 for the largest
/// @param tag the entity tag of the revision that was compared
/// @param survivor the document of the group to keep
/// @param survivorTag its entity tag
/// @param distance from the survivor, in bits
/// @param similarity 1 - distance / bits
public record Duplicate(
    long group,
    String id,
    String tag,
    String survivor,
    String survivorTag,
    int distance,
    double similarity) {}
