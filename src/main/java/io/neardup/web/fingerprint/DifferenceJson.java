package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Difference;
import io.neardup.service.compare.ComparisonService.Comparison;
import io.neardup.service.compare.ComparisonService.Explained;
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
    Difference.@Nullable Side a,
    Difference.@Nullable Side b,
    List<DifferingBitJson> differingBits,
    Difference.@Nullable Names shared,
    Difference.@Nullable Names onlyInA,
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
    if (whole == null) {
      int[] differing = result.a().fingerprint().differingBits(result.b().fingerprint());
      return new DifferenceJson(
          null,
          null,
          Arrays.stream(differing).mapToObj(DifferingBitJson::of).toList(),
          null,
          null,
          null,
          null,
          explained.missing());
    }
    return new DifferenceJson(
        whole.a(),
        whole.b(),
        whole.differingBits().stream().map(DifferingBitJson::of).toList(),
        whole.shared(),
        whole.onlyInA(),
        whole.onlyInB(),
        whole.pulls(),
        null);
  }
}
