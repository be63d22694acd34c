package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Difference;
import io.neardup.service.compare.ComparisonService.Comparison;
import io.neardup.service.compare.ComparisonService.Explained;
import io.neardup.web.answer.DifferingBitJson;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A [Difference] in answers; only the bits if features are not known.
@Schema(
    name = "Difference",
    description =
        "The common and the different features of two contents. Bits are numbered from "
            + "the least significant, 0. Only differingBits is present if the features of one"
            + " content are not known.")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DifferenceJson(
    @Schema(description = "How the first fingerprint was computed.") Difference.@Nullable Side a,
    @Schema(description = "How the second fingerprint was computed.") Difference.@Nullable Side b,
    @Schema(description = "The bits that differ.") List<DifferingBitJson> differingBits,
    @Schema(description = "The features of both, by descending weight in the first.")
        Difference.@Nullable Names shared,
    @Schema(description = "The features of the first alone, by descending weight.")
        Difference.@Nullable Names onlyInA,
    @Schema(description = "The features of the second alone, by descending weight.")
        Difference.@Nullable Names onlyInB,
    @Schema(
            description =
                "The features with the largest contributions to the differences of sums, over "
                    + "all differing bits.")
        Difference.@Nullable UnequalFeatures pulls,
    @Schema(
            description =
                "The reasons why features are not known, and the remedies; absent if all are "
                    + "known.")
        @Nullable List<String> missing) {

  static DifferenceJson of(Explained explained, Comparison result) {
    Difference whole = explained.difference();
    int[] differing = result.a().fingerprint().differingBits(result.b().fingerprint());
    List<DifferingBitJson> bits =
        DifferingBitJson.list(Arrays.stream(differing).boxed().toList(), whole);
    return whole == null
        ? new DifferenceJson(null, null, bits, null, null, null, null, explained.missing())
        : new DifferenceJson(
            whole.a(),
            whole.b(),
            bits,
            whole.shared(),
            whole.onlyInA(),
            whole.onlyInB(),
            whole.pulls(),
            null);
  }
}
