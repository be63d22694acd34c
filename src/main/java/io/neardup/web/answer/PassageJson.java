package io.neardup.web.answer;

import io.neardup.passage.Passage;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// A passage.
@Schema(name = "Passage", description = "A passage that two texts have in common.")
public record PassageJson(
    @Schema(description = "Its place in the first text.") RangeJson a,
    @Schema(description = "Its place in the second text.") RangeJson b,
    @Schema(description = "The number of its words that are equal in both.", example = "45")
        int words,
    @Schema(
            description = "The largest number of these that no edited word interrupts.",
            example = "17")
        int longestRun,
    @Schema(description = "Edited words inside it, in order.") List<GapJson> gaps) {

  /// Passages with all of their gaps.
  public static List<PassageJson> list(List<Passage> passages) {
    return list(passages, Integer.MAX_VALUE);
  }

  /// The first passages, with the first gaps of each.
  ///
  /// @param most the maximum number of either
  public static List<PassageJson> list(List<Passage> passages, int most) {
    return passages.stream().limit(most).map(passage -> of(passage, most)).toList();
  }

  /// Whether there are more than are listed.
  public static boolean isCut(List<Passage> passages, int most) {
    return passages.size() > most
        || passages.stream().anyMatch(passage -> passage.gaps().size() > most);
  }

  private static PassageJson of(Passage passage, int most) {
    return new PassageJson(
        RangeJson.of(passage.a()),
        RangeJson.of(passage.b()),
        passage.words(),
        passage.longestRun(),
        passage.gaps().stream().limit(most).map(GapJson::of).toList());
  }

  /// Edited words.
  @Schema(
      name = "PassageGap",
      description = "Up to two words that differ. A range is empty where the words are missing.")
  public record GapJson(
      @Schema(description = "Their place in the first text.") RangeJson a,
      @Schema(description = "Their place in the second text.") RangeJson b) {

    private static GapJson of(Passage.Gap gap) {
      return new GapJson(RangeJson.of(gap.a()), RangeJson.of(gap.b()));
    }
  }

  /// A range of a text.
  @Schema(
      name = "TextRange",
      description = "A range of a text in UTF-16 code units, as strings of JavaScript and Java.")
  public record RangeJson(
      @Schema(description = "The first unit, from 0.", example = "120") int start,
      @Schema(description = "The end, exclusive.", example = "410") int end) {

    /// A range in answers.
    public static RangeJson of(Passage.Range range) {
      return new RangeJson(range.start(), range.end());
    }
  }
}
