package io.neardup.passage;

import io.neardup.passage.Passage.TextRange;
import io.neardup.profile.TextTokens;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The passages that a text itself repeats.
///
/// Finds each repeated run of [Winnowing#guaranteedWords] at its later places, without edited
/// words, by comparison with its first and its latest earlier place. In a text that repeats a few
/// words throughout, the two places of a passage may overlap.
public final class OwnRepeats {

  private OwnRepeats() {}

  /// The passages ordered by their later places, which do not overlap. O(tokens · log tokens).
  ///
  /// @param text with places
  /// @param minWords the smallest number of words of a passage
  /// @return the earlier place as `a`, the later one as `b`
  public static List<Passage> of(RecordText text, int minWords) {
    TextTokens tokens = text.tokens();
    Anchors anchors = text.anchors();
    CommonRuns runs = new CommonRuns(tokens, tokens);
    Map<Long, int[]> places = new HashMap<>(); // the first and the latest token of an anchor
    List<Passage> passages = new ArrayList<>();
    int end = 0; // of the latest passage
    for (int anchor = 0; anchor < anchors.size(); anchor++) {
      int token = anchors.token(anchor);
      int[] before = places.get(anchors.hash(anchor));
      if (before == null) {
        places.put(anchors.hash(anchor), new int[] {token, token});
        continue;
      }
      if (token >= end) {
        int start = 0;
        int to = 0;
        int shift = 0;
        for (int place : before) {
          int behind = Math.min(runs.behind(place, token), token - end);
          int ahead = runs.ahead(place, token);
          if (behind + ahead > to - start) {
            start = token - behind;
            to = token + ahead;
            shift = token - place;
          }
        }
        if (to - start >= minWords) {
          TextRange earlier = range(tokens, start - shift, to - shift);
          TextRange later = range(tokens, start, to);
          passages.add(new Passage(earlier, later, to - start, to - start, List.of()));
          end = to;
        }
      }
      before[1] = token;
    }
    return passages;
  }

  private static TextRange range(TextTokens tokens, int from, int to) {
    return new TextRange(tokens.start(from), tokens.end(to - 1));
  }
}
