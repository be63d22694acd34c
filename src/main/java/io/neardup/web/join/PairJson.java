package io.neardup.web.join;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.profile.Projection;
import io.neardup.service.join.NearPair;
import io.neardup.web.fingerprint.Similarity;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A pair of near-duplicates.
@Schema(name = "Pair")
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PairJson(
    @Schema(description = "The id that is first in order.", example = "cat-1") String a,
    @Schema(example = "cat-2") String b,
    @Schema(description = "Number of bits that differ.", example = "2") int distance,
    @Schema(description = Similarity.SIMILARITY, example = "0.96875") double similarity,
    @Schema(description = Similarity.FEATURE_SIMILARITY, example = "0.9375")
        double featureSimilarity,
    @Schema(
            description =
                "Number of documents with the fingerprint of a that a represents; present if "
                    + "there are more than 100.")
        @Nullable Integer equalToA,
    @Schema(description = "The same for b.") @Nullable Integer equalToB) {

  /// @param projection of the profile that made both fingerprints
  static PairJson of(NearPair pair, Projection projection) {
    Similarity likeness = Similarity.at(pair.distance(), pair.a().fingerprint().bits(), projection);
    return new PairJson(
        pair.a().id(),
        pair.b().id(),
        pair.distance(),
        likeness.similarity(),
        likeness.featureSimilarity(),
        pair.equalToA() > 1 ? pair.equalToA() : null,
        pair.equalToB() > 1 ? pair.equalToB() : null);
  }
}
