package io.neardup.web.answer;

import io.neardup.measure.DocumentFrequencies.Edition;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The document frequencies that scaled the feature weights.
@Schema(name = "Weights")
public record WeightsJson(
    @Schema(allowableValues = "collection") String of, long documents, String version) {

  /// The counts used, null if the weights are the profile's.
  public static @Nullable WeightsJson of(@Nullable Edition frequencies) {
    return frequencies == null
        ? null
        : new WeightsJson("collection", frequencies.documents(), frequencies.version());
  }
}
