package io.neardup.web.fingerprint;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Difference;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A bit in which two fingerprints differ.
@Schema(name = "DifferingBit")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DifferingBitJson(
    @Schema(description = "0 is the least significant.", example = "217") int bit,
    @Schema(description = "The sum of its column in a; absent if features are not known.")
        @Nullable Double sumA,
    @Schema(description = "The same in b.") @Nullable Double sumB,
    @Schema(
            description =
                "The three features with the largest contributions to the difference of the "
                    + "sums; absent if features are not known.")
        @Nullable List<Difference.Unequal> pulls) {

  public static DifferingBitJson of(int bit) {
    return new DifferingBitJson(bit, null, null, null);
  }

  static DifferingBitJson of(Difference.Bit bit) {
    return new DifferingBitJson(bit.bit(), bit.sumA(), bit.sumB(), bit.pulls());
  }
}
