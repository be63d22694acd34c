package io.neardup.web.answer;

import io.neardup.profile.Explanation;
import io.neardup.simhash.Fingerprint;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;

/// An [Explanation] in answers, with the first features of a long text.
@Schema(name = "Explanation")
public record ExplanationJson(
    @Schema(description = "How features become sums: dense or sparse.") String projection,
    @Schema(description = "The distinct features, the heaviest first, then in order of appearance.")
        List<Explanation.Feature> features,
    @Schema(description = "Whether there are more features than the 1,000 listed.")
        boolean truncated,
    @Schema(
            description =
                "For each bit, 0 being the least significant: the sum of its column, and the three"
                    + " features with the largest contributions to it, if any.")
        List<Explanation.Column> columns,
    @Schema(description = "1 where the sum of the column is above 0.") Fingerprint fingerprint) {

  private static final int MAX_FEATURES = 1_000;

  public static ExplanationJson of(Explanation whole) {
    boolean truncated = whole.features().size() > MAX_FEATURES;
    return new ExplanationJson(
        whole.projection().name().toLowerCase(Locale.ROOT),
        truncated ? List.copyOf(whole.features().subList(0, MAX_FEATURES)) : whole.features(),
        truncated,
        whole.columns(),
        whole.fingerprint());
  }
}
