package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.measure.DocumentFrequencies;
import io.neardup.measure.DocumentFrequencies.Edition;
import io.neardup.passage.AnchoredText;
import io.neardup.passage.MarkedRuns;
import io.neardup.service.Source;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.lookup.PassageCatalog;
import io.neardup.store.Revision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What a collection derives from its documents, to compare it with that of another process.
///
/// @param documents the revisions by id, without texts
/// @param texts by id
/// @param counted the counts of features, null if they are not counted
/// @param anchors the number of anchors of passages
/// @param near the near-duplicates of each document, with their distances
/// @param passages the documents with passages of each document
public record DerivedState(
    SortedMap<String, Revision> documents,
    SortedMap<String, String> texts,
    @Nullable Edition counted,
    long anchors,
    SortedMap<String, List<String>> near,
    SortedMap<String, List<String>> passages) {

  /// The state of a collection at present.
  public static DerivedState of(DocumentCollection collection) {
    SortedMap<String, Revision> documents = new TreeMap<>();
    SortedMap<String, String> texts = new TreeMap<>();
    SortedMap<String, List<String>> near = new TreeMap<>();
    SortedMap<String, List<String>> passages = new TreeMap<>();
    PassageCatalog catalog = collection.documents().passages();
    for (String id : ids(collection)) {
      documents.put(id, collection.get(id).revision());
      near.put(id, near(collection, id));
      collection.documents().text(id).ifPresent(text -> texts.put(id, text));
      if (catalog != null && texts.containsKey(id)) {
        passages.put(id, passages(collection, texts.get(id)));
      }
    }
    DocumentFrequencies counted = collection.documents().frequencies();
    return new DerivedState(
        documents,
        texts,
        counted == null ? null : counted.edition(),
        catalog == null ? 0 : collection.passageIndex().size(),
        near,
        passages);
  }

  private static List<String> ids(DocumentCollection collection) {
    List<String> ids = new ArrayList<>();
    for (int ordinal = 0; ordinal < collection.documents().directory().ordinals(); ordinal++) {
      String id = collection.documents().directory().id(ordinal);
      if (id != null) {
        ids.add(id);
      }
    }
    return ids;
  }

  private static List<String> near(DocumentCollection collection, String id) {
    return collection
        .duplicates(new Source.OfStored(id), LookupRequest.NOTHING.withLimit(100), StopSignal.NEVER)
        .matches()
        .stream()
        .map(DerivedState::match)
        .sorted()
        .toList();
  }

  private static String match(NearDocument match) {
    return match.document().id() + " " + match.distance();
  }

  private static List<String> passages(DocumentCollection collection, String text) {
    AnchoredText anchored =
        new AnchoredText(collection.profile().tokens(text, false), MarkedRuns.NONE);
    return Arrays.stream(
            collection
                .passageIndex()
                .find(anchored.anchors(), ordinal -> true, StopSignal.NEVER)
                .documents())
        .mapToObj(collection.documents().directory()::id)
        .map(Objects::toString)
        .sorted()
        .toList();
  }
}
