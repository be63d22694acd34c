package io.neardup.passage;

import java.util.List;

/// A passage that two texts share.
///
/// @param a where it is in the first text
/// @param b where it is in the second text
/// @param words the number of equal words; a character of a script without spaces counts as a word
/// @param longestRun the largest number of equal words without an edited word between them
/// @param gaps the edited words within it, in order
public record Passage(TextRange a, TextRange b, int words, int longestRun, List<PassageGap> gaps) {

  /// Copies the list.
  public Passage {
    gaps = List.copyOf(gaps);
  }

  /// The passage with at most `most` gaps, the first ones.
  public Passage withFirstGaps(int most) {
    return gaps.size() <= most ? this : new Passage(a, b, words, longestRun, gaps.subList(0, most));
  }

  /// A range of the given text, in chars (UTF-16).
  ///
  /// @param start the first char
  /// @param end exclusive
  public record TextRange(int start, int end) {}

  /// One or two words that differ. A range is empty if the words are missing in that text.
  ///
  /// @param a the words in the first text
  /// @param b the words in the second text
  public record PassageGap(TextRange a, TextRange b) {}
}
