package io.neardup.web.answer;

import io.neardup.measure.DocumentFrequencies.Edition;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The document frequencies by which the weights of features were multiplied.
@Schema(name = "Weights")
public record WeightsJson(
    @Schema(
            description = "Whose documents were counted.",
            allowableValues = "collection",
            example = "collection")
        String of,
    @Schema(description = "Number of documents counted.", example = "1600") long documents,
    @Schema(
            description =
                "Identifies the counts: answers with the same version used the same document"
                    + " frequencies, also after a restart.",
            example = "5c0b1f6c7d2e9a41")
        String version) {

  /// The counts that were used, null if the weights are those of the profile.
  public static @Nullable WeightsJson of(@Nullable Edition frequencies) {
    return frequencies == null
        ? null
        : new WeightsJson("collection", frequencies.documents(), frequencies.version());
  }
}
