package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.service.Fingerprinted;
import io.neardup.service.LazyVector;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.lookup.ContentHasher;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.store.ContentHash;
import io.neardup.store.Document;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Lookups in a collection: the fingerprint of a source, and its near-duplicates.
record CollectionLookup(DocumentCollection collection, FingerprintService fingerprints) {

  Fingerprinted fingerprint(Source source, Profile requested) {
    return switch (source) {
      case Source.OfContent(var content) -> fingerprints.fingerprint(content, requested);
      case Source.OfFingerprint(String hex) -> fingerprints.parse(hex, requested);
      case Source.OfStored(String id) -> {
        Document document = collection.get(id);
        if (!requested.equals(collection.profile())) {
          throw RequestException.invalid(
              "id",
              "names a document of profile "
                  + collection.profile().name()
                  + ", which cannot be compared with "
                  + requested.name());
        }
        yield new Fingerprinted(
            document.fingerprint(),
            requested,
            document.features(),
            new LazyVector(() -> collection.documents().vector(id, requested)));
      }
    };
  }

  LookupResult duplicates(Source source, LookupRequest requested, StopSignal stop) {
    String own = source instanceof Source.OfStored(String id) ? id : null;
    Lookup lookup = collection.lookup(requested).without(own, null);
    collection.holdText(source, stop);
    return duplicates(fingerprint(source, collection.profile()), lookup, () -> hash(source), stop);
  }

  LookupResult duplicates(
      Fingerprinted query,
      Lookup lookup,
      Supplier<@Nullable ContentHash> hashing,
      StopSignal stop) {
    if (!query.isMatchable()) {
      NearbyDocuments none = NearbyDocuments.none(collection.documents().plan(lookup));
      return LookupResult.of(query, lookup, lookup.limit(), none, null, null);
    }
    NearbyDocuments found = collection.documents().near(query, lookup, stop);
    String allowedBy = found.allowedBy();
    boolean listed = lookup.nearest() || allowedBy == null;
    ContentHash hash = listed && !found.reported().near().isEmpty() ? hashing.get() : null;
    return LookupResult.of(query, lookup, lookup.limit(), found, allowedBy, hash);
  }

  private @Nullable ContentHash hash(Source source) {
    return switch (source) {
      case Source.OfContent(var content) -> ContentHasher.hash(content);
      case Source.OfFingerprint fingerprint -> null;
      case Source.OfStored(String id) ->
          collection.find(id).map(document -> document.revision().contentHash()).orElse(null);
    };
  }
}
