package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Fingerprinted;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A fingerprint in answers.
@Schema(name = "Fingerprint")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FingerprintJson(
    @Schema(description = "The id of the request.") @Nullable String id,
    @Schema(description = "The ref of the request.") @Nullable String ref,
    @Schema(
            description = "Hex, most significant digit first.",
            example = "77ee4e3cb3d9c24f655164b40193514e9008f2e9e86a27746f2e91eb822c79ef",
            requiredMode = Schema.RequiredMode.REQUIRED)
        String fingerprint,
    @Schema(
            description = "The width of the fingerprint.",
            example = "256",
            requiredMode = Schema.RequiredMode.REQUIRED)
        int bits,
    @Schema(
            description = "The profile that made it.",
            example = "simhash-256-v1",
            requiredMode = Schema.RequiredMode.REQUIRED)
        String profile,
    @Schema(
            description =
                "Number of distinct features; absent for a fingerprint sent by the client.",
            example = "166")
        @Nullable Integer features,
    @Schema(
            description =
                "Whether there are fewer features than in about 8 words, so that distances are "
                    + "not reliable. A text without features is not a near-duplicate of anything.",
            requiredMode = Schema.RequiredMode.REQUIRED)
        boolean lowConfidence,
    @Schema(description = "How it was computed; present with explain.")
        @Nullable ExplanationJson explanation) {

  /// A fingerprint in an answer to several.
  public static FingerprintJson of(Fingerprinted made) {
    return of(made, null, null, null);
  }

  /// A fingerprint.
  ///
  /// @param id of the request
  /// @param ref of the request
  public static FingerprintJson of(
      Fingerprinted made,
      @Nullable String id,
      @Nullable String ref,
      @Nullable ExplanationJson explanation) {
    return new FingerprintJson(
        id,
        ref,
        made.fingerprint().toString(),
        made.profile().bits(),
        made.profile().name(),
        made.features(),
        made.lowConfidence(),
        explanation);
  }
}
