package io.neardup.service.passage;

import io.neardup.passage.CommonPassages;
import io.neardup.passage.CommonPassages.SharedWords;
import io.neardup.passage.Passage;
import io.neardup.passage.Passage.TextRange;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.List;

/// The documents that share passages with a text.
///
/// @param text the ranges of passages are in its chars
/// @param words its number of words
/// @param matches most common words first, then by id
/// @param truncated whether there are, or may be, more matches
/// @param candidates the number of documents with a common anchor
/// @param compared the number of candidates whose texts were compared
/// @param cut ranges of the text whose words are in more documents than the index lists: further
///   documents may quote them
/// @param boilerplate ranges of the text marked as boilerplate, which do not count
public record PassageResult(
    String text,
    int words,
    List<Match> matches,
    boolean truncated,
    int candidates,
    int compared,
    List<TextRange> cut,
    List<TextRange> boilerplate) {

  /// A matching document. Lists few enough passages that a thousand matches take little memory,
  /// whatever the texts.
  ///
  /// @param document without its text
  /// @param query the share of the query that passages cover
  /// @param quoted the share of the document that passages cover
  /// @param longestRun in any passage
  /// @param passages the first passages with their first gaps; the first text is the query
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
