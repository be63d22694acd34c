package io.neardup.cluster.replica;

import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.IndexedDocument;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.PassageCatalog;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.OfDocument;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Events of one collection that are applied together. Reads the revisions that they replace before
/// they are on disk, and makes the events visible to lookups afterwards. Indexes, feature counts
/// and passages are functions of the applied events, so owners and standbys agree on them.
final class AppliedDocuments {

  private final DocumentCollection collection;
  private final LiveDocuments documents;
  private final Map<String, Derived> present = new HashMap<>(); // by id, as events are shown
  private final List<Logged<OfDocument>> events = new ArrayList<>();

  AppliedDocuments(DocumentCollection collection) {
    this.collection = collection;
    this.documents = collection.documents();
  }

  /// What lookups know about a revision.
  ///
  /// @param indexed null if it is not indexed
  /// @param features null if it has none, or features are not counted
  private record Derived(@Nullable IndexedDocument indexed, @Nullable FeatureVector features) {

    private static final Derived NOTHING = new Derived(null, null);
  }

  /// Adds an event, before it is on disk.
  void add(Position position, OfDocument event) {
    events.add(new Logged<>(position, event));
    present.computeIfAbsent(event.id(), this::stored);
  }

  private Derived stored(String id) {
    if (documents.directory().find(id) < 0) {
      return Derived.NOTHING;
    }
    boolean counts = documents.counter().covers(id);
    return (counts ? documents.whole(id) : documents.stored(id))
        .map(document -> derived(document.revision(), counts))
        .orElse(Derived.NOTHING);
  }

  private Derived derived(Revision revision, boolean counts) {
    return new Derived(
        IndexedDocument.of(revision),
        counts ? StoredFeatures.of(revision, collection.profile()) : null);
  }

  /// Makes the events visible, now that they are on disk.
  void show() {
    events.forEach(this::show);
  }

  private void show(Logged<OfDocument> logged) {
    String id = logged.event().id();
    Put put = logged.event() instanceof Put stored ? stored : null;
    Derived before = present.getOrDefault(id, Derived.NOTHING);
    Derived after =
        put == null ? Derived.NOTHING : derived(put.revision(), documents.counter().covers(id));
    int ordinal = documents.ordinal(id);
    documents.apply(
        id,
        before.indexed,
        after.indexed,
        put == null ? null : Document.of(put).at(logged.position()));
    documents.counter().change(before.features, after.features).run();
    PassageCatalog passages = documents.passages();
    if (passages != null) {
      index(passages, put == null ? ordinal : documents.ordinal(id), put, after);
    }
    present.put(id, after);
  }

  private static void index(
      PassageCatalog passages, int ordinal, @Nullable Put put, Derived after) {
    String text = put == null || after.indexed == null ? null : put.revision().text();
    if (ordinal >= 0) {
      if (text == null) {
        passages.removed(ordinal);
      } else {
        passages.stored(ordinal, passages.anchors(text));
      }
    }
  }
}
