package io.neardup.records;

import org.jspecify.annotations.Nullable;

/// The fields of a record that are read.
///
/// @param id null if no column of ids was named, or it has no value
/// @param text possibly empty
public record RecordFields(@Nullable String id, String text) {}
