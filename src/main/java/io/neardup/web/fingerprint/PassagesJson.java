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
@Schema(name = "Passages")
@JsonInclude(JsonInclude.Include.NON_NULL)
record PassagesJson(
    @Nullable ShareJson a,
    @Nullable ShareJson b,
    @Nullable Integer longestRun,
    @Nullable List<Passage> passages,
    @Nullable Integer count,
    @Nullable Boolean truncated,
    @Nullable Integer guaranteedWords,
    @Nullable Integer guaranteedCharacters,
    @Nullable Integer cutAnchors,
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

  /// The share of a text that passages cover.
  @Schema(name = "PassageShare")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ShareJson(int words, int shared, double share, @Nullable String text) {

    private static ShareJson of(CommonPassages.SharedWords share, @Nullable String page) {
      return new ShareJson(share.words(), share.shared(), share.share(), page);
    }
  }
}
