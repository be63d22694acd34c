package io.neardup.web.fingerprint;

import io.neardup.profile.Explanation;
import io.neardup.simhash.Fingerprint;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Locale;

/// An [Explanation] as answers show it: of a long text the first features alone.
@Schema(name = "Explanation")
record ExplanationJson(
    @Schema(description = "How features become sums: dense or sparse.") String projection,
    @Schema(description = "The distinct features, the heaviest first, then in order of appearance.")
        List<Explanation.Feature> features,
    @Schema(description = "Whether there are more features than neardup.limits.explain-features.")
        boolean truncated,
    @Schema(
            description =
                "For each bit, 0 being the least significant: the sum of its column, and the three"
                    + " features that pull it most. None where no feature reaches it.")
        List<Explanation.Column> columns,
    @Schema(description = "1 where the sum of the column is above 0.") Fingerprint fingerprint) {

  static ExplanationJson of(Explanation whole, int maxFeatures) {
    boolean truncated = whole.features().size() > maxFeatures;
    return new ExplanationJson(
        whole.projection().name().toLowerCase(Locale.ROOT),
        truncated ? List.copyOf(whole.features().subList(0, maxFeatures)) : whole.features(),
        truncated,
        whole.columns(),
        whole.fingerprint());
  }
}
