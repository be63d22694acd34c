package io.neardup.web.answer;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Profile;
import io.neardup.service.join.NearPair;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A pair of near-duplicates.
@Schema(name = "Pair")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PairJson(
    @Schema(description = "The id that is first in order.", example = "cat-1") String a,
    @Schema(description = "The id that is second in order.", example = "cat-2") String b,
    @Schema(description = "Number of bits that differ.", example = "2") int distance,
    @Schema(description = Similarity.SIMILARITY, example = "0.96875") double similarity,
    @Schema(description = Similarity.FEATURE_SIMILARITY, example = "0.9375")
        double featureSimilarity,
    @Schema(description = Similarity.VERIFIED) @Nullable Boolean verified,
    @Schema(
            description =
                "Number of documents with the fingerprint of a that a represents; present if "
                    + "there are more than 100.")
        @Nullable Integer equalToA,
    @Schema(description = "The same for b.") @Nullable Integer equalToB) {

  /// A pair as it is answered.
  ///
  /// @param profile that made both fingerprints
  public static PairJson of(NearPair pair, Profile profile) {
    Similarity likeness =
        Similarity.at(pair.distance(), profile.bits(), profile.projection(), pair.similarity());
    return new PairJson(
        pair.a(),
        pair.b(),
        pair.distance(),
        likeness.similarity(),
        likeness.featureSimilarity(),
        pair.similarity() == null ? null : Boolean.TRUE,
        pair.equalToA() > 1 ? pair.equalToA() : null,
        pair.equalToB() > 1 ? pair.equalToB() : null);
  }
}
