package io.neardup.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Explanation;
import io.neardup.simhash.Fingerprint;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// An [Explanation] as answers show it: of a long text the first features alone.
@Schema(name = "Explanation")
@JsonInclude(JsonInclude.Include.NON_NULL)
record ExplanationJson(
    @Schema(
            description =
                "The distinct features, for SimHash the heaviest first, for MinHash those that"
                    + " decided the most bits; then in order of appearance.")
        List<Explanation.Feature> features,
    @Schema(description = "Whether there are more features than neardup.limits.explain-features.")
        boolean truncated,
    @Schema(
            description =
                "For SimHash, the sum of each bit over all features, most significant bit first.")
        @Nullable List<Double> columns,
    @Schema(
            description =
                "For MinHash, the hash of the feature that decided each bit, most significant bit"
                    + " first.")
        @Nullable List<String> deciders,
    @Schema(description = "For SimHash, 1 where a column is above 0.") Fingerprint fingerprint) {

  static ExplanationJson of(Explanation whole, int maxFeatures) {
    boolean truncated = whole.features().size() > maxFeatures;
    return new ExplanationJson(
        truncated ? List.copyOf(whole.features().subList(0, maxFeatures)) : whole.features(),
        truncated,
        whole.columns(),
        whole.deciders(),
        whole.fingerprint());
  }
}
