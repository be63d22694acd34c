package io.neardup.service.passage;

import io.neardup.index.StopSignal;
import io.neardup.passage.AnchoredText;
import io.neardup.passage.PassageIndex;
import io.neardup.passage.PassageIndex.Candidates;
import io.neardup.passage.Winnowing;
import io.neardup.profile.TextTokens;
import io.neardup.service.collection.DocumentCollection;
import java.util.List;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// How the documents of a lookup of passages were found. Derived after the lookup from its text and
/// the index, so that lookups record nothing.
///
/// @param anchors the number of anchors of the text, without those in boilerplate
/// @param found the first 100 of these that documents have, in the order of the text
/// @param candidates the first 100 documents with an anchor, in the order of their comparison
public record PassageExplanation(
    int anchors, List<FoundAnchor> found, List<PassageCandidate> candidates) {

  private static final int LISTED = 100;

  /// An anchor that documents have.
  ///
  /// @param start where its words begin in the text, in chars
  /// @param end exclusive
  /// @param documents that are listed for it, at most [PassageIndex#MAX_DOCUMENTS]
  public record FoundAnchor(int start, int end, int documents) {}

  /// A document that has anchors of the text.
  ///
  /// @param anchors the number of anchors in common
  /// @param compared whether its text was compared, unless a condition excluded it
  public record PassageCandidate(String id, int anchors, boolean compared) {}

  /// Explains a result.
  ///
  /// @param stop checked periodically
  public static PassageExplanation of(
      DocumentCollection collection, PassageResult result, StopSignal stop) {
    PassageIndex index = collection.passageIndex();
    TextTokens tokens = collection.profile().tokens(result.text(), true, stop::check);
    AnchoredText text = AnchoredText.of(tokens, collection.boilerplate().runs());
    IntPredicate visible = collection.documents().unexpired();
    Candidates candidates = index.find(text.anchors(), visible, stop);
    return new PassageExplanation(
        text.anchors().size(),
        IntStream.range(0, text.anchors().size())
            .mapToObj(anchor -> found(text, anchor, index, visible, stop))
            .filter(Objects::nonNull)
            .limit(LISTED)
            .toList(),
        IntStream.range(0, candidates.documents().length)
            .mapToObj(i -> candidate(collection, candidates, i, result))
            .filter(Objects::nonNull)
            .limit(LISTED)
            .toList());
  }

  private static @Nullable FoundAnchor found(
      AnchoredText text, int anchor, PassageIndex index, IntPredicate visible, StopSignal stop) {
    int documents = index.find(text.anchors().only(anchor), visible, stop).documents().length;
    int first = text.anchors().token(anchor);
    int last = Winnowing.STANDARD.runEnd(text.tokens(), first) - 1;
    return documents == 0
        ? null
        : new FoundAnchor(text.tokens().start(first), text.tokens().end(last), documents);
  }

  private static @Nullable PassageCandidate candidate(
      DocumentCollection collection, Candidates candidates, int i, PassageResult result) {
    String id = collection.documents().id(candidates.documents()[i]);
    return id == null
        ? null
        : new PassageCandidate(id, candidates.common()[i], i < result.compared());
  }
}
