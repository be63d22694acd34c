package io.neardup.calibrate.edit;

/// How many edited copies are found at the recommended distance.
///
/// @param edit how they were edited
/// @param fromRate the share of edited words is above this
/// @param toRate and at most this
/// @param copies their number
/// @param found those within the distance
public record EditRecall(EditKind edit, double fromRate, double toRate, int copies, int found) {}
