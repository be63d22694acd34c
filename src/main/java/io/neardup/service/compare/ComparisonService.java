package io.neardup.service.compare;

import io.neardup.index.StopSignal;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.DocumentFrequencies.Edition;
import io.neardup.measure.Measure;
import io.neardup.measure.Measurement;
import io.neardup.measure.Measurement.Skipped;
import io.neardup.measure.Sample;
import io.neardup.measure.Verification;
import io.neardup.measure.WeightedJaccard;
import io.neardup.passage.CommonPassages;
import io.neardup.profile.Content;
import io.neardup.profile.Difference;
import io.neardup.profile.Explanation;
import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.service.Fingerprinted;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.peer.PeerCalls;
import io.neardup.service.peer.StoredDocument;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.WeightSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Compares two texts, or stored documents, with each other.
///
/// @param peers reads stored documents of other instances
public record ComparisonService(FingerprintService fingerprints, PeerCalls peers) {

  /// One of two things to compare.
  ///
  /// @param collection of a stored document; the default one if null
  public record Side(Source source, @Nullable String collection) {

    private boolean isDocument() {
      return source instanceof Source.OfStored;
    }
  }

  /// The result of a comparison.
  ///
  /// @param distance number of differing bits
  /// @param maxDistance up to which the two count as near-duplicates
  /// @param comparable whether both have features: a text without features matches nothing
  /// @param similarity of their features, computed exactly; null if they are not known, or the
  ///   profile has another measure
  /// @param minSimilarity from which on they count as near-duplicates, null if the distance decides
  /// @param frequencies the document frequencies by which weights were multiplied, null for those
  ///   of the profile alone
  /// @param contentA of the first side
  /// @param contentB of the second side
  public record Comparison(
      Fingerprinted a,
      Fingerprinted b,
      int distance,
      int maxDistance,
      boolean comparable,
      @Nullable Double similarity,
      @Nullable Double minSimilarity,
      @Nullable Edition frequencies,
      KnownContent contentA,
      KnownContent contentB) {

    public boolean nearDuplicate() {
      return comparable
          && (similarity == null || minSimilarity == null
              ? distance <= maxDistance
              : similarity >= minSimilarity);
    }
  }

  /// The features that two sides share, and those in which they differ.
  ///
  /// @param difference null if the features of one are not known
  /// @param missing for each side without known features, the reason and the remedy
  public record Explained(@Nullable Difference difference, List<String> missing) {}

  /// Compares `a` and `b`. A stored document of another profile than the requested one is compared
  /// by its text.
  ///
  /// @param profileName null for the profile of the first document, or the default one if there is
  ///   none
  /// @param maxDistance null for the limit of the first collection of the profile, or the limit of
  ///   the profile; the same collection decides whether and by which weights features are compared
  /// @param stop counts the memory of stored texts
  /// @throws RequestException if a side is not available or the distance is out of range
  public Comparison compare(
      Side a,
      Side b,
      @Nullable String profileName,
      @Nullable Integer maxDistance,
      StopSignal stop) {
    DocumentCollection ofA = collection(a, "a");
    DocumentCollection ofB = collection(b, "b");
    StoredDocument storedA = stored(a, ofA, stop);
    StoredDocument storedB = stored(b, ofB, stop);
    Profile profile = profile(ofA, ofB, profileName);
    Optional<DocumentCollection> own = deciding(ofA, ofB, profile);
    int usual = own.map(DocumentCollection::maxDistance).orElse(profile.maxDistance());
    DocumentFrequencies frequencies = own.map(this::frequencies).orElse(null);
    int near = LookupLimits.maxDistance(maxDistance, usual, profile);
    Fingerprinted first = resolve(a, storedA, profile, "a");
    Fingerprinted second = resolve(b, storedB, profile, "b");
    Double similarity = similarity(first, second, frequencies);
    Verification verification =
        similarity == null
            ? null
            : own.isPresent() ? own.get().verification() : Verification.of(profile, usual);
    return new Comparison(
        first,
        second,
        first.fingerprint().distance(second.fingerprint()),
        near,
        first.isMatchable() && second.isMatchable(),
        similarity,
        verification == null || maxDistance != null
            ? null
            : Double.valueOf(verification.minSimilarity()),
        verification == null ? null : verification.frequencies(),
        KnownContent.of(a.source(), "a", storedA),
        KnownContent.of(b.source(), "b", storedB));
  }

  /// The collection whose settings, and document frequencies, decide on a comparison: the first of
  /// its profile. The instance that answers for it compares.
  ///
  /// @param profileName as in [#compare]
  public Optional<DocumentCollection> deciding(Side a, Side b, @Nullable String profileName) {
    DocumentCollection ofA = collection(a, "a");
    DocumentCollection ofB = collection(b, "b");
    return deciding(ofA, ofB, profile(ofA, ofB, profileName));
  }

  private static Optional<DocumentCollection> deciding(
      @Nullable DocumentCollection ofA, @Nullable DocumentCollection ofB, Profile profile) {
    return Stream.of(Optional.ofNullable(ofA), Optional.ofNullable(ofB))
        .flatMap(Optional::stream)
        .filter(collection -> collection.profile().equals(profile))
        .findFirst();
  }

  private Profile profile(
      @Nullable DocumentCollection ofA,
      @Nullable DocumentCollection ofB,
      @Nullable String profileName) {
    DocumentCollection first = ofA == null ? ofB : ofA;
    return profileName == null && first != null
        ? first.profile()
        : fingerprints.profile(profileName);
  }

  private @Nullable DocumentFrequencies frequencies(DocumentCollection collection) {
    if (collection.settings().weights() == WeightSource.COLLECTION) {
      peers.collections().requireCurrent(collection);
    }
    return collection.documents().frequencies();
  }

  private @Nullable StoredDocument stored(
      Side side, @Nullable DocumentCollection collection, StopSignal stop) {
    return collection != null && side.source() instanceof Source.OfStored(String id)
        ? peers.document(collection, id, stop)
        : null;
  }

  private static @Nullable Double similarity(
      Fingerprinted a, Fingerprinted b, @Nullable DocumentFrequencies frequencies) {
    if (!Verification.isPossible(a.profile())
        || a.vector() == null
        || b.vector() == null
        || !a.isMatchable()
        || !b.isMatchable()) {
      return null;
    }
    FeatureVector ofA = a.vector().get();
    FeatureVector ofB = b.vector().get();
    return ofA == null || ofB == null
        ? null
        : Double.valueOf(WeightedJaccard.of(ofA, ofB, frequencies));
  }

  /// Computes `measures` of two compared sides. Measures that need content are skipped if it is not
  /// known.
  public Map<Measure, Measurement> measure(Set<Measure> measures, Comparison comparison) {
    KnownContent first = comparison.contentA;
    KnownContent second = comparison.contentB;
    Content ofA = first.content();
    Content ofB = second.content();
    Profile profile = comparison.a().profile();
    if (ofA != null && ofB != null) {
      return Measure.all(measures, Sample.of(ofA, profile), Sample.of(ofB, profile));
    }
    Map<Boolean, Set<Measure>> byNeed =
        measures.stream()
            .collect(Collectors.partitioningBy(Measure::needsContent, Collectors.toSet()));
    Map<Measure, Measurement> taken = new EnumMap<>(Measure.class);
    Skipped skipped = new Skipped(String.join("; ", missing(first, second)));
    byNeed.getOrDefault(true, Set.of()).forEach(measure -> taken.put(measure, skipped));
    taken.putAll(
        Measure.all(
            byNeed.getOrDefault(false, Set.of()), sample(comparison.a()), sample(comparison.b())));
    return taken;
  }

  /// Explains the distance of two compared sides. Takes a second or two for the largest bodies.
  ///
  /// @param stop checked between steps
  public Explained explain(Comparison comparison, StopSignal stop) {
    KnownContent first = comparison.contentA.explainable("a");
    KnownContent second = comparison.contentB.explainable("b");
    Content ofA = first.content();
    Content ofB = second.content();
    if (ofA == null || ofB == null) {
      return new Explained(null, missing(first, second));
    }
    Profile profile = comparison.a().profile();
    stop.holdText((long) MatchExplainer.BYTES * (first.chars() + second.chars()));
    stop.check();
    Explanation explainedA = fingerprints.explain(ofA, profile, stop::check);
    stop.check();
    Explanation explainedB = fingerprints.explain(ofB, profile, stop::check);
    stop.check();
    return new Explained(Difference.between(explainedA, explainedB, stop::check), List.of());
  }

  /// Finds the passages that two compared sides share.
  ///
  /// @param stop checked periodically
  public SharedPassages passages(Comparison comparison, StopSignal stop) {
    KnownContent first = comparison.contentA;
    KnownContent second = comparison.contentB;
    String ofA = first.text();
    String ofB = second.text();
    if (ofA == null || ofB == null) {
      return SharedPassages.skipped(first, second);
    }
    Profile profile = comparison.a().profile();
    return new SharedPassages(
        CommonPassages.of(
            profile.tokens(ofA, true, stop::check),
            profile.tokens(ofB, true, stop::check),
            0,
            stop),
        first.content() instanceof Content.Html ? ofA : null,
        second.content() instanceof Content.Html ? ofB : null,
        null);
  }

  private static List<String> missing(KnownContent a, KnownContent b) {
    return Stream.of(a, b).map(KnownContent::missing).filter(Objects::nonNull).toList();
  }

  private static Sample sample(Fingerprinted fingerprinted) {
    return Sample.of(fingerprinted.fingerprint(), fingerprinted.profile().projection());
  }

  private @Nullable DocumentCollection collection(Side side, String name) {
    try {
      return side.isDocument()
          ? peers
              .collections()
              .known(Objects.requireNonNullElse(side.collection(), DocumentCollections.DEFAULT))
          : null;
    } catch (RequestException e) {
      throw e.within(name);
    }
  }

  private Fingerprinted resolve(
      Side side, @Nullable StoredDocument stored, Profile profile, String name) {
    try {
      return switch (side.source()) {
        case Source.OfContent(Content content) -> fingerprints.fingerprint(content, profile);
        case Source.OfFingerprint(String hex) -> fingerprints.parse(hex, profile);
        case Source.OfStored _ -> resolve(Objects.requireNonNull(stored), profile);
      };
    } catch (RequestException e) {
      throw e.within(name);
    }
  }

  private Fingerprinted resolve(StoredDocument stored, Profile profile) {
    if (stored.collection().profile().equals(profile)) {
      return stored.fingerprinted();
    }
    stored.get();
    return stored
        .text()
        .map(text -> fingerprints.fingerprint(new Content.Text(text), profile))
        .orElseThrow(() ->
            RequestException.invalid(
                "id",
                "names a document of profile "
                    + stored.collection().profile().name()
                    + " without a text to make a fingerprint of "
                    + profile.name()
                    + "; compare documents of one profile, or give its text"));
  }
}
