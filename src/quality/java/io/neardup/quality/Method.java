package io.neardup.quality;

import java.util.List;
import java.util.OptionalInt;

/// A way to detect near-duplicates: a small summary of each text, and an integer distance between
/// two summaries.
interface Method {

  String name();

  /// One line for the report.
  String description();

  /// The bytes per document in memory.
  ///
  /// @return empty if they depend on the length of the text
  OptionalInt bytesPerDocument();

  /// The largest distance; pairs beyond it never match.
  int maxDistance();

  /// The default distance, if the method has one.
  OptionalInt defaultDistance();

  /// Summarises the texts of one kind.
  Distances distances(List<String> texts);
}
