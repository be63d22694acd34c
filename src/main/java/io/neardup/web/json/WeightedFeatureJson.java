package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A feature of the caller's own.
///
/// @param feature any text
/// @param weight 0 to 1,000,000; 1 if left out
@Schema(name = "WeightedFeature")
public record WeightedFeatureJson(
    @Schema(example = "飞碟", requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String feature,
    @Schema(
            description =
                "How much it counts; with 0, nothing. Weights below 1/65536 are refused where profiles"
                    + " sum in fixed point, as all but the published programs do.",
            implementation = Double.class,
            example = "5",
            minimum = "0",
            maximum = "1000000",
            defaultValue = "1")
        @Nullable BigDecimal weight) {

  /// The weight, not 0 unless it is written so.
  public double toDouble() {
    if (weight == null) {
      return 1;
    }
    double nearest = weight.doubleValue();
    return nearest == 0 ? weight.signum() * Double.MIN_VALUE : nearest;
  }
}
