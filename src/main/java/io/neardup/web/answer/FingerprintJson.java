package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.service.Fingerprinted;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A fingerprint in answers.
@Schema(name = "Fingerprint")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FingerprintJson(
    @Nullable String id,
    @Nullable String ref,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) String fingerprint,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) int bits,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) String profile,
    @Nullable Integer features,
    @Schema(requiredMode = Schema.RequiredMode.REQUIRED) boolean lowConfidence,
    @Nullable ExplanationJson explanation) {

  /// A fingerprint in an answer with several fingerprints.
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
