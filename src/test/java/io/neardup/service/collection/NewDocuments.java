package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.service.Source;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.write.Expiry;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.service.write.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Documents that are added whatever the collection has, without a verdict.
public final class NewDocuments {

  private NewDocuments() {}

  /// A document.
  public static NewDocument of(
      String id, Source source, @Nullable String metadata, @Nullable Expiry expiry) {
    return new NewDocument(
        id,
        source,
        metadata,
        LookupRequest.NOTHING,
        OnDuplicate.ADD,
        expiry,
        null,
        Precondition.NONE,
        null,
        null);
  }

  /// A fingerprint in hex, without metadata and expiry.
  public static NewDocument of(String id, String fingerprint) {
    return of(id, new Source.OfFingerprint(fingerprint), null, null);
  }

  /// Stores a document.
  public static CompletableFuture<WriteResult> store(
      DocumentCollection collection, NewDocument document) {
    return collection.store(collection.prepare(document, StopSignal.NEVER));
  }

  /// Stores documents at once, and returns when that is done.
  public static void storeAll(DocumentCollection collection, Stream<NewDocument> documents) {
    documents.map(each -> store(collection, each)).toList().forEach(CompletableFuture::join);
  }
}
