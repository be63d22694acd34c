package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Difference;
import io.neardup.service.compare.ComparisonService.Comparison;
import io.neardup.service.compare.ComparisonService.Explained;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A [Difference] as answers have it; of fingerprints whose features are not known, the bits alone.
@Schema(
    name = "Difference",
    description =
        "What two contents share and what sets them apart. Bits are numbered from the least significant,"
            + " 0. All but differingBits is absent if the features of one are not known.")
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
                "The features that pull the sums of differing bits apart the most, all such bits taken"
                    + " together.")
        Difference.@Nullable UnequalFeatures pulls,
    @Schema(
            description =
                "Of which sides no features are known, and what to do; absent if those of both are.")
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
