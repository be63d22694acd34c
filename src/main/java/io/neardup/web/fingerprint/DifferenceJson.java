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

/// A [Difference] in answers; only the bits if the features are unknown.
@Schema(name = "Difference")
@JsonInclude(JsonInclude.Include.NON_NULL)
record DifferenceJson(
    Difference.@Nullable Side a,
    Difference.@Nullable Side b,
    List<DifferingBitJson> differingBits,
    Difference.@Nullable Names shared,
    Difference.@Nullable Names onlyInA,
    Difference.@Nullable Names onlyInB,
    Difference.@Nullable UnequalFeatures pulls,
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
