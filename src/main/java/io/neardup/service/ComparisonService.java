package io.neardup.service;

import io.neardup.measure.Measure;
import io.neardup.measure.Measurement;
import io.neardup.measure.Sample;
import io.neardup.profile.Profile;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells how far two texts are from each other.
public final class ComparisonService {

  private final FingerprintService fingerprints;
  private final DocumentCollections collections;

  /// @param collections where sources that name a document are looked for, in the default one
  public ComparisonService(FingerprintService fingerprints, DocumentCollections collections) {
    this.fingerprints = fingerprints;
    this.collections = collections;
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

  /// Takes `measures` of two sources that were compared.
  ///
  /// @throws RequestException if a measure takes content, and a source has none
  public Map<Measure, Measurement> measure(
      Set<Measure> measures, Source a, Source b, Comparison result) {
    if (a instanceof Source.OfContent(var first) && b instanceof Source.OfContent(var second)) {
      Profile profile = result.a().profile();
      return Measure.all(measures, Sample.of(first, profile), Sample.of(second, profile));
    }
    if (measures.stream().anyMatch(Measure::needsContent)) {
      throw RequestException.invalid(
          "measures",
          "must be left out, or be angle alone, where a or b is a fingerprint or an id; the others"
              + " need text, html, tokens or features on both sides");
    }
    return Measure.all(measures, sample(result.a()), sample(result.b()));
  }

  private static Sample sample(Fingerprinted made) {
    return Sample.of(made.fingerprint(), made.profile().projection());
  }

  private Fingerprinted resolve(Source source, Profile profile, String field) {
    try {
      return switch (source) {
        case Source.OfContent(var content) -> fingerprints.fingerprint(content, profile);
        case Source.OfFingerprint(String hex) -> fingerprints.parse(hex, profile);
        case Source.OfDocument stored -> collections.get(null).resolve(stored, profile);
      };
    } catch (RequestException e) {
      throw e.within(field);
    }
  }
}
