package io.neardup.quality;

import java.util.List;
import java.util.OptionalInt;

/// A way to tell near-duplicates: makes something small of each text, and a whole-numbered distance
/// of two such.
interface Method {

  String name();

  /// One line for people.
  String description();

  /// What one document takes in memory.
  ///
  /// @return bytes, or empty where it grows with the text
  OptionalInt bytesPerDocument();

  /// The largest distance; pairs beyond it are never matched.
  int maxDistance();

  /// The distance it comes with, if it has one.
  OptionalInt defaultDistance();

  /// Looks at the texts of one kind.
  Distances distances(List<String> texts);
}
