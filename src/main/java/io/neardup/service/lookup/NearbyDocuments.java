package io.neardup.service.lookup;

import io.neardup.index.Plan;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.store.ContentHash;
import io.neardup.store.Document;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The result of a lookup.
///
/// @param reported the documents within the distance that pass the filter, about `limit` of them
/// @param allowing allowed documents within whose distance the query is, not necessarily all
public record NearbyDocuments(Found reported, Found allowing) {

  /// The result for a text that is not searched.
  public static NearbyDocuments none(Plan plan) {
    return new NearbyDocuments(Found.none(plan), Found.none(plan));
  }

  public @Nullable String allowedBy() {
    return allowing.near().isEmpty() ? null : allowing.near().getFirst().document().id();
  }

  /// The result of searching one index.
  ///
  /// @param near nearest first, then by id
  /// @param truncated whether the index holds more
  /// @param plan how the index was searched
  /// @param candidates the number of fingerprints compared
  /// @param verified how many candidates were compared by features
  public record Found(
      List<NearDocument> near, boolean truncated, Plan plan, long candidates, Verified verified) {

    static Found none(Plan plan) {
      return new Found(List.of(), false, plan, 0, Verified.NONE);
    }
  }

  /// A match.
  ///
  /// @param distance from the query, in bits
  /// @param similarity the exact similarity of the features; null if not computed
  /// @param identical whether its content equals the query's
  public record NearDocument(
      Document document, int distance, @Nullable Double similarity, boolean identical) {

    /// Match order: most similar first, then by id. A distance ranks by the similarity that it
    /// estimates.
    public static final Comparator<NearDocument> NEAREST_FIRST =
        Comparator.comparingDouble(NearDocument::rank).thenComparing(near -> near.document().id());

    /// The distance, or the distance that would estimate the exact similarity.
    private double rank() {
      return similarity == null ? distance : (1 - similarity) * document.fingerprint().bits() / 2;
    }

    NearDocument compared(@Nullable ContentHash hash) {
      return hash != null && hash.equals(document.revision().contentHash())
          ? new NearDocument(document, distance, similarity, true)
          : this;
    }
  }

  /// Numbers of feature comparisons. A candidate written during the request may be compared twice.
  ///
  /// @param compared all of them
  /// @param refused comparisons that turned out not to be near-duplicates
  public record Verified(int compared, int refused) {

    public static final Verified NONE = new Verified(0, 0);

    public Verified plus(Verified other) {
      return new Verified(compared + other.compared, refused + other.refused);
    }
  }
}
