package io.neardup.passage;

import io.neardup.index.StopSignal;
import io.neardup.passage.CommonPassages.SharedWords;
import io.neardup.profile.TextTokens;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The words that two texts share, before their places are known. Immutable.
public final class CommonWords {

  private final List<FoundPassage> found;
  private final SharedWords a;
  private final SharedWords b;
  private final int cutAnchors;

  private CommonWords(List<FoundPassage> found, SharedWords a, SharedWords b, int cutAnchors) {
    this.found = found;
    this.a = a;
    this.b = b;
    this.cutAnchors = cutAnchors;
  }

  /// Finds the passages that two texts share.
  ///
  /// O(tokens · log tokens) for any texts, O(tokens) for texts that do not repeat themselves. 8
  /// bytes per token, and 16 more for repetitive texts.
  ///
  /// @param first with or without places
  /// @param b of the same profile, with or without places
  /// @param minWords passages with fewer common words are left out
  /// @param stop checked periodically
  public static CommonWords of(AnchoredText first, TextTokens b, int minWords, StopSignal stop) {
    stop.check();
    TextTokens a = first.tokens();
    Anchors ofA = first.anchors();
    Anchors ofB = first.in(b);
    Coverage coverageA = new Coverage(a.size());
    Coverage coverageB = new Coverage(b.size());
    Searched inB = Searched.of(new PassageSearch(a, ofA, coverageA, b, ofB, coverageB, stop));
    // Finds passages that the first text repeats and the second has once.
    Searched inA = Searched.of(new PassageSearch(b, ofB, coverageB, a, ofA, coverageA, stop));
    BitSet sharedA = new BitSet(a.size());
    BitSet sharedB = new BitSet(b.size());
    List<FoundPassage> found =
        Stream.concat(inB.passages.stream(), inA.passages.stream().map(FoundPassage::swapped))
            .filter(each -> each.words() >= minWords)
            .toList();
    found.forEach(each -> each.mark(sharedA, sharedB));
    return new CommonWords(
        found,
        share(a, sharedA, first.ignored()),
        share(b, sharedB, first.ignoredIn(b)),
        inB.cutAnchors + inA.cutAnchors);
  }

  /// The result of a search, whose arrays are not kept.
  private record Searched(List<FoundPassage> passages, int cutAnchors) {

    static Searched of(PassageSearch search) {
      search.search();
      return new Searched(search.found(), search.cutAnchors());
    }
  }

  private static SharedWords share(TextTokens text, BitSet shared, BitSet ignored) {
    shared.andNot(ignored);
    return new SharedWords(text.size() - ignored.cardinality(), shared.cardinality());
  }

  /// The share of the first text.
  public SharedWords a() {
    return a;
  }

  /// The share of the second text.
  public SharedWords b() {
    return b;
  }

  /// The passages with their places.
  ///
  /// @param ofA the tokens of the first text, with places
  /// @param ofB the tokens of the second text, with places
  public CommonPassages located(TextTokens ofA, TextTokens ofB) {
    List<Passage> passages =
        found.stream()
            .map(each -> each.passage(ofA, ofB))
            .sorted(
                Comparator.comparingInt((Passage passage) -> passage.a().start())
                    .thenComparingInt(passage -> passage.b().start()))
            .toList();
    return new CommonPassages(passages, a, b, cutAnchors);
  }
}
