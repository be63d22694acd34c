package io.neardup.web.json;

import io.swagger.v3.oas.annotations.media.Schema;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/// A custom feature.
///
/// @param feature any text
/// @param weight 0 to 1,000,000; 1 if null
@Schema(name = "WeightedFeature")
public record WeightedFeatureJson(
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) @Nullable String feature,
    @Schema(implementation = Double.class, minimum = "0", maximum = "1000000", defaultValue = "1")
        @Nullable BigDecimal weight) {

  /// The weight; rounds to 0 only if it is exactly 0.
  public double toDouble() {
    if (weight == null) {
      return 1;
    }
    double nearest = weight.doubleValue();
    return nearest == 0 ? weight.signum() * Double.MIN_VALUE : nearest;
  }
}
