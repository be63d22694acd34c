package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.passage.CommonPassages;
import io.neardup.passage.Passage;
import io.neardup.passage.Winnowing;
import io.neardup.service.compare.SharedPassages;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Shared passages in answers.
@Schema(name = "Passages", description = "The passages of two texts, or skipped with the reason.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record PassagesJson(
    @Schema(description = "The share of the first text.") @Nullable ShareJson a,
    @Schema(description = "The share of the second text.") @Nullable ShareJson b,
    @Schema(
            description = "The largest number of words in common that no edited word interrupts.",
            example = "17")
        @Nullable Integer longestRun,
    @Schema(
            description =
                "In the order of the first text. Passages that a text repeats overlap in the"
                    + " other.")
        @Nullable List<Passage> passages,
    @Schema(description = "The number of passages.", example = "1") @Nullable Integer count,
    @Schema(description = "Whether only the first 1,000 passages, or gaps of one, are listed.")
        @Nullable Boolean truncated,
    @Schema(
            description =
                "Each common run of this many words is in a passage, and shorter ones may be; of"
                    + " guaranteedCharacters in scripts without spaces.",
            example = "17")
        @Nullable Integer guaranteedWords,
    @Schema(
            description = "guaranteedWords in characters of scripts without spaces.",
            example = "23")
        @Nullable Integer guaranteedCharacters,
    @Schema(
            description =
                "How many anchors occur more than 32 times in a text, and were compared at the first"
                    + " 32 places only: with more than 0, runs that are repeated so often may be"
                    + " missing.",
            example = "0")
        @Nullable Integer cutAnchors,
    @Schema(
            description = "The reason why passages are not known.",
            example = "tokens and features have no places in a text; give the text instead")
        @Nullable String skipped) {

  private static final int LISTED = 1_000;

  static PassagesJson of(SharedPassages shared) {
    CommonPassages common = shared.passages();
    if (common == null) {
      return new PassagesJson(
          null, null, null, null, null, null, null, null, null, shared.skipped());
    }
    return new PassagesJson(
        ShareJson.of(common.a(), shared.pageA()),
        ShareJson.of(common.b(), shared.pageB()),
        common.longestRun(),
        common.first(LISTED),
        common.passages().size(),
        common.exceeds(LISTED),
        Winnowing.STANDARD.guaranteedWords(),
        Winnowing.STANDARD.guaranteedCharacters(),
        common.cutAnchors(),
        null);
  }

  /// The share of a text that is in passages.
  @Schema(name = "PassageShare", description = "The share of a text that is in passages.")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ShareJson(
      @Schema(
              description =
                  "The number of words of the text; a character of a script without spaces is a"
                      + " word.",
              example = "90")
          int words,
      @Schema(description = "The number of these that passages have in common.", example = "45")
          int shared,
      @Schema(description = "Their share, 0 to 1.", example = "0.5") double share,
      @Schema(description = "The text of a page, in which the places are.") @Nullable String text) {

    private static ShareJson of(CommonPassages.SharedWords share, @Nullable String page) {
      return new ShareJson(share.words(), share.shared(), share.share(), page);
    }
  }
}
