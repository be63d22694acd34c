package io.neardup.passage;

import io.neardup.index.StopSignal;
import io.neardup.profile.TextTokens;
import java.util.List;

/// The passages that two texts share.
///
/// Each common run of [Winnowing#guaranteedWords] is in a passage, in both texts, unless all its
/// anchors occur too often in one of them. Shorter runs may be found.
///
/// @param passages in the order of the first text, then of the second; passages that one text
///   repeats overlap in the other
/// @param a the share of the first text
/// @param b the share of the second text
/// @param cutAnchors the number of anchors that occur more than [#MAX_PLACES] times in one text and
///   were compared only at the first of these places; for texts that repeat a few words throughout,
///   also counts anchors that occur more than once and were compared only at their first place
public record CommonPassages(List<Passage> passages, SharedWords a, SharedWords b, int cutAnchors) {

  /// The number of places in a text compared for one anchor.
  public static final int MAX_PLACES = 32;

  /// Copies the list.
  public CommonPassages {
    passages = List.copyOf(passages);
  }

  /// The share of a text that passages cover.
  ///
  /// @param words the number of words of the text that count, see [MarkedRuns]
  /// @param shared the number of these words in passages
  public record SharedWords(int words, int shared) {

    /// The share, 0.0 to 1.0; 0 of a text without words.
    public double share() {
      return words == 0 ? 0 : (double) shared / words;
    }
  }

  /// Finds the passages with the standard anchors, see [CommonWords#of].
  ///
  /// @param a tokens with places
  /// @param b tokens with places, of the same profile
  /// @param minWords passages with fewer common words are left out
  /// @param stop checked periodically
  public static CommonPassages of(TextTokens a, TextTokens b, int minWords, StopSignal stop) {
    return CommonWords.of(new AnchoredText(a, MarkedRuns.NONE), b, minWords, stop).located(a, b);
  }

  /// The first passages, with the first gaps of each.
  ///
  /// @param most the maximum number of either
  public List<Passage> first(int most) {
    return passages.stream().limit(most).map(passage -> passage.withFirstGaps(most)).toList();
  }

  /// Whether there are more passages, or more gaps in one passage, than `most`.
  public boolean exceeds(int most) {
    return passages.size() > most
        || passages.stream().anyMatch(passage -> passage.gaps().size() > most);
  }

  /// The number of common words; words that one text repeats count as often as in the other.
  public int words() {
    return Math.min(a.shared(), b.shared());
  }

  /// The largest number of common words without an edited word between them.
  public int longestRun() {
    return passages.stream().mapToInt(Passage::longestRun).max().orElse(0);
  }
}
