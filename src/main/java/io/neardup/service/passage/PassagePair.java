package io.neardup.service.passage;

import io.neardup.passage.CommonPassages;
import io.neardup.passage.Passage;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// Two documents that share passages.
@Schema(name = "PassagePair")
public record PassagePair(
    @Schema(description = "The id of a document.", example = "notice-1") String a,
    @Schema(description = "The id of another one.", example = "article-1") String b,
    @Schema(
            description =
                "The number of words in passages, of the document that has fewer of them there.",
            example = "40")
        int words,
    @Schema(description = "The share of a that is in passages.", example = "0.69") double shareA,
    @Schema(description = "The share of b that is in passages.", example = "0.2") double shareB,
    @Schema(description = "The longest run of equal words.", example = "25") int longestRun,
    @Schema(description = "The passages, in the order of a.") List<Passage> passages,
    @Schema(description = "Whether only the first 100 passages, or gaps of one, are listed.")
        boolean truncated) {

  private static final int LISTED = 100;

  /// A pair.
  ///
  /// @param common the first text is that of `a`
  static PassagePair of(String a, String b, CommonPassages common) {
    return new PassagePair(
        a,
        b,
        common.words(),
        common.a().share(),
        common.b().share(),
        common.longestRun(),
        common.first(LISTED),
        common.exceeds(LISTED));
  }
}
