package io.neardup.service;

import io.neardup.profile.Profile;
import org.jspecify.annotations.Nullable;

/// Tells how far two texts are from each other.
public final class ComparisonService {

  private final FingerprintService fingerprints;
  private final DocumentCollection collection;

  /// @param collection where sources that name a document are looked for
  public ComparisonService(FingerprintService fingerprints, DocumentCollection collection) {
    this.fingerprints = fingerprints;
    this.collection = collection;
  }

  /// What came out.
  ///
  /// @param distance how many bits differ
  /// @param maxDistance up to which distance the two count as near-duplicates
  /// @param nearDuplicate whether they do
  public record Comparison(
      Fingerprinted a, Fingerprinted b, int distance, int maxDistance, boolean nearDuplicate) {}

  /// Compares `a` and `b`.
  ///
  /// @param profileName null for the default profile
  /// @param maxDistance null for the profile's own
  /// @throws RequestException if a source cannot be had or the distance is out of range
  public Comparison compare(
      Source a, Source b, @Nullable String profileName, @Nullable Integer maxDistance) {
    Profile profile = fingerprints.profile(profileName);
    int near = Limits.maxDistance(maxDistance, profile);
    Fingerprinted first = resolve(a, profile, "a");
    Fingerprinted second = resolve(b, profile, "b");
    int distance = first.fingerprint().distance(second.fingerprint());
    boolean comparable = first.isMatchable() && second.isMatchable();
    return new Comparison(first, second, distance, near, comparable && distance <= near);
  }

  private Fingerprinted resolve(Source source, Profile profile, String field) {
    try {
      return collection.resolve(source, profile);
    } catch (RequestException e) {
      throw e.within(field);
    }
  }
}
