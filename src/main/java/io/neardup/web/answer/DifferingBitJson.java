package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Difference;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A bit in which two fingerprints differ.
@Schema(name = "DifferingBit")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record DifferingBitJson(
    int bit,
    @Nullable Double sumA,
    @Nullable Double sumB,
    @Nullable List<Difference.Unequal> pulls) {

  /// The bits in which two fingerprints differ, with their sums if known.
  ///
  /// @param bits the bits that differ
  /// @param difference null if the features of a fingerprint are unknown
  public static List<DifferingBitJson> list(List<Integer> bits, @Nullable Difference difference) {
    return difference == null
        ? bits.stream().map(bit -> new DifferingBitJson(bit, null, null, null)).toList()
        : difference.differingBits().stream().map(DifferingBitJson::of).toList();
  }

  private static DifferingBitJson of(Difference.Bit bit) {
    return new DifferingBitJson(bit.bit(), bit.sumA(), bit.sumB(), bit.pulls());
  }
}
