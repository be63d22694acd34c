package io.neardup.cluster;

import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What instances ask each other about documents, and answer, as JSON.
final class InstanceRead {

  private InstanceRead() {}

  /// Questions to an instance about some of its partitions.
  ///
  /// @param partitions to be asked
  /// @param asOwner whether the instance answers only for partitions of which it is the owner
  /// @param upTo for each, the position up to which the log is to be applied before
  /// @param waitMillis how long the answer is waited for
  record Request(
      List<Integer> partitions,
      boolean asOwner,
      List<Long> upTo,
      long waitMillis,
      List<Question> questions) {}

  /// One question, about all partitions of the request.
  ///
  /// @param created the number of the creation of the collection
  /// @param search near-duplicates of a fingerprint
  /// @param id of a document
  /// @param withText whether the text of the document is requested
  /// @param list a page of documents
  /// @param count whether the number of documents is requested
  record Question(
      String collection,
      long created,
      @Nullable Search search,
      @Nullable String id,
      boolean withText,
      @Nullable Listing list,
      boolean count) {

    /// About the partitions alone.
    static final Question NONE = count("", 0);

    static Question search(String collection, long created, Search search) {
      return new Question(collection, created, search, null, false, null, false);
    }

    static Question document(String collection, long created, String id, boolean withText) {
      return new Question(collection, created, null, id, withText, null, false);
    }

    static Question list(String collection, long created, Listing listing) {
      return new Question(collection, created, null, null, false, listing, false);
    }

    static Question count(String collection, long created) {
      return new Question(collection, created, null, null, false, null, true);
    }
  }

  /// A lookup.
  ///
  /// @param fingerprint in hex
  /// @param features in the format of [io.neardup.store.codec.VectorCodec], null if they are not
  ///   known or not needed
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Search(String fingerprint, Lookup lookup, byte @Nullable [] features) {}

  /// A page of documents.
  record Listing(String after, int limit, DocumentFilter filter) {}

  /// The answers of an instance.
  ///
  /// @param partitions about which it answers; the others it does not have, or not in time
  /// @param applied for each, a position up to which its answers include the log
  /// @param changed for each, a position after which there are no changes up to that
  /// @param answers in the order of the questions
  record Response(
      List<Integer> partitions, List<Long> applied, List<Long> changed, List<Answer> answers) {

    static final Response NOTHING = new Response(List.of(), List.of(), List.of(), List.of());
  }

  /// The answer to a question; all null if the collection was deleted.
  ///
  /// @param document the event that stored it
  /// @param next the id after which the next page begins, null on the last one
  /// @param counts the number of documents by partition; none if a document does not exist
  record Answer(
      @Nullable FoundJson reported,
      @Nullable FoundJson allowing,
      @Nullable StoredJson document,
      @Nullable List<StoredJson> page,
      @Nullable String next,
      @Nullable Map<Integer, Integer> counts) {

    /// Whether the collection was deleted, so that this is no answer.
    boolean isOfDeleted() {
      return reported == null && document == null && page == null && counts == null;
    }
  }

  /// A stored document.
  ///
  /// @param event in the format of the log
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record StoredJson(int partition, long offset, byte[] event) {}

  /// The documents that a search found.
  record FoundJson(
      List<NearJson> near,
      boolean truncated,
      SearchPlan plan,
      long candidates,
      Verified verified) {}

  /// A found document.
  record NearJson(StoredJson document, int distance, @Nullable Double similarity) {}

  /// How an index was searched, see [io.neardup.index.Plan].
  record SearchPlan(String kind, long probes, int maxDistance, int exactTo, double recall) {}
}
