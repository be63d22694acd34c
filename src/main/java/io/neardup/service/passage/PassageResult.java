package io.neardup.service.passage;

import io.neardup.passage.CommonPassages;
import io.neardup.passage.CommonPassages.SharedWords;
import io.neardup.passage.Passage;
import io.neardup.passage.Passage.TextRange;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.List;

/// The documents that have passages in common with a text.
///
/// @param text to whose chars the ranges of passages refer
/// @param words the number of its words
/// @param matches those with most common words first, then by id
/// @param truncated whether there are, or may be, further ones
/// @param candidates the number of documents with an anchor in common
/// @param compared the number of these whose texts were compared
/// @param cut ranges of the text whose words are in more documents than are listed for them: others
///   may quote these ranges
/// @param boilerplate ranges of the text that are marked as boilerplate, and do not count
public record PassageResult(
    String text,
    int words,
    List<Match> matches,
    boolean truncated,
    int candidates,
    int compared,
    List<TextRange> cut,
    List<TextRange> boilerplate) {

  /// A document. It lists so few passages that a thousand matches take little memory, whatever the
  /// texts are.
  ///
  /// @param document without its text
  /// @param query the share of the query that is in passages
  /// @param quoted the share of the document that is in passages
  /// @param longestRun of all passages
  /// @param passages the first ones, with the first gaps; the first text is the query
  /// @param truncated whether some passages or gaps are left out
  public record Match(
      Document document,
      SharedWords query,
      SharedWords quoted,
      int longestRun,
      List<Passage> passages,
      boolean truncated) {

    public static final int MAX_PASSAGES = 100;

    public static final int MAX_GAPS = 1_000;

    static Match of(Document document, CommonPassages common) {
      List<Passage> listed = new ArrayList<>();
      int gaps = 0;
      boolean truncated = common.passages().size() > MAX_PASSAGES;
      for (Passage passage : common.passages().subList(0, least(common.passages(), MAX_PASSAGES))) {
        int left = MAX_GAPS - gaps;
        truncated |= passage.gaps().size() > left;
        listed.add(passage.withFirstGaps(left));
        gaps += least(passage.gaps(), left);
      }
      return new Match(
          document, common.a(), common.b(), common.longestRun(), List.copyOf(listed), truncated);
    }

    private static int least(List<?> list, int most) {
      return Math.min(list.size(), most);
    }
  }
}
