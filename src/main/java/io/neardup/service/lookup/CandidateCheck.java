package io.neardup.service.lookup;

import io.neardup.measure.Verification;
import io.neardup.service.Fingerprinted;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Decides which candidates of one lookup are near-duplicates: by distance, or by the features they
/// share with the query. Counts the comparisons. Not thread-safe.
public final class CandidateCheck {

  private final int maxDistance;
  private final Lookup lookup;
  private final @Nullable Verification verification;
  private final Supplier<@Nullable FeatureVector> query;
  private int compared;
  private int refused;

  /// @param query the distance decides if its features are unknown
  public CandidateCheck(Lookup lookup, Fingerprinted query) {
    this.lookup = lookup;
    this.maxDistance = lookup.maxDistance();
    this.verification = lookup.verification();
    this.query = query.vector() == null ? () -> null : query.vector();
  }

  boolean needsFeatures(int distance) {
    return verification != null && verification.isUnclear(distance) && query.get() != null;
  }

  /// The document as a match, null if it is not a near-duplicate.
  ///
  /// @param features of the document, called only if needed
  public @Nullable NearDocument match(
      Document document, int distance, Supplier<@Nullable FeatureVector> features) {
    if (verification == null) {
      return distance <= maxDistance ? new NearDocument(document, distance, null, false) : null;
    }
    Double similarity = null;
    if (distance <= verification.candidatesWithin() && needsFeatures(distance)) {
      FeatureVector a = query.get();
      FeatureVector b = features.get();
      if (a != null && b != null) {
        similarity = lookup.similarity(a, b);
        compared++;
      }
    }
    if (verification.accepts(distance, similarity)) {
      return new NearDocument(document, distance, similarity, false);
    }
    refused += similarity == null ? 0 : 1;
    return null;
  }

  public Verified verified() {
    return new Verified(compared, refused);
  }
}
