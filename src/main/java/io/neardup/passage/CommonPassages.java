package io.neardup.passage;

import io.neardup.profile.TextTokens;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The passages that two texts have in common.
///
/// Each common run of [Winnowing#guaranteedWords] is in a passage, in both texts, unless all its
/// anchors occur too often in one of them. Shorter runs may be found.
///
/// @param passages in the order of the first text, then of the second; those of words that one text
///   repeats overlap in the other
/// @param a the share of the first text
/// @param b the share of the second text
/// @param cutAnchors the number of anchors that occur more than [#MAX_PLACES] times in one text and
///   were compared with the first of these places only
public record CommonPassages(List<Passage> passages, Share a, Share b, int cutAnchors) {

  /// The number of places in a text that are compared for one anchor.
  public static final int MAX_PLACES = 32;

  /// Copies the list.
  public CommonPassages {
    passages = List.copyOf(passages);
  }

  /// The share of a text that is in passages.
  ///
  /// @param words the number of words of the text
  /// @param shared the number of these in passages
  public record Share(int words, int shared) {

    /// The share, 0.0 to 1.0; 0 of a text without words.
    public double share() {
      return words == 0 ? 0 : (double) shared / words;
    }
  }

  /// Finds the passages by the usual anchors.
  ///
  /// O((tokens + anchors · [#MAX_PLACES]) · log tokens), whatever the texts are, and O(tokens) for
  /// texts that do not repeat themselves. 8 bytes per token, and 16 more for repetitive texts.
  ///
  /// @param a tokens with places
  /// @param b tokens with places, of the same profile
  public static CommonPassages of(TextTokens a, TextTokens b) {
    return of(a, b, 0);
  }

  /// Finds the passages of some length, and the shares that they are of both texts.
  ///
  /// @param minWords passages with fewer words in common are left out
  public static CommonPassages of(TextTokens a, TextTokens b, int minWords) {
    return of(a, b, minWords, Winnowing.STANDARD);
  }

  static CommonPassages of(TextTokens a, TextTokens b, int minWords, Winnowing winnowing) {
    Anchors ofA = winnowing.anchors(a);
    Anchors ofB = winnowing.anchors(b);
    Coverage coverageA = new Coverage(a.size());
    Coverage coverageB = new Coverage(b.size());
    PassageSearch inB = new PassageSearch(a, ofA, coverageA, b, ofB, coverageB);
    inB.search();
    PassageSearch inA = new PassageSearch(b, ofB, coverageB, a, ofA, coverageA);
    inA.search(); // what the first text repeats and the second has once
    BitSet sharedA = new BitSet(a.size());
    BitSet sharedB = new BitSet(b.size());
    List<Passage> passages =
        Stream.concat(inB.found().stream(), inA.found().stream().map(FoundPassage::swapped))
            .filter(found -> found.words() >= minWords)
            .peek(found -> found.mark(sharedA, sharedB))
            .map(found -> found.passage(a, b))
            .sorted(
                Comparator.comparingInt((Passage passage) -> passage.a().start())
                    .thenComparingInt(passage -> passage.b().start()))
            .toList();
    return new CommonPassages(
        passages,
        new Share(a.size(), sharedA.cardinality()),
        new Share(b.size(), sharedB.cardinality()),
        inB.cutAnchors() + inA.cutAnchors());
  }

  /// The largest number of words in common that no edited word interrupts.
  public int longestRun() {
    return passages.stream().mapToInt(Passage::longestRun).max().orElse(0);
  }
}
