package io.neardup.web;

import io.neardup.profile.Explanation;
import io.neardup.simhash.Fingerprint;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/// An [Explanation] as answers show it: of a long text the heaviest features alone.
@Schema(name = "Explanation")
record ExplanationJson(
    @Schema(description = "The distinct features, heaviest first, then in order of appearance.")
        List<Explanation.Feature> features,
    @Schema(description = "Whether there are more features than neardup.limits.explain-features.")
        boolean truncated,
    @Schema(description = "The sum of each bit over all features, most significant bit first.")
        List<Double> columns,
    @Schema(description = "1 where a column is above 0.") Fingerprint fingerprint) {

  static ExplanationJson of(Explanation whole, int maxFeatures) {
    boolean truncated = whole.features().size() > maxFeatures;
    return new ExplanationJson(
        truncated ? List.copyOf(whole.features().subList(0, maxFeatures)) : whole.features(),
        truncated,
        whole.columns(),
        whole.fingerprint());
  }
}
