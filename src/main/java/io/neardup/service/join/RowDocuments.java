package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.StopSignal;
import io.neardup.pairs.JoinRun;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.join.Grouping.Candidate;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the documents of the rows of a join. Those that were deleted or changed since the snapshot
/// are left out; once the join is cancelled, possibly all.
///
/// @param stop counts the memory of texts
public record RowDocuments(
    DocumentCollection collection, FingerprintSnapshot rows, JoinRun run, StopSignal stop) {

  /// The ordinals of the documents of a row.
  IntStream ordinals(int row) {
    return IntStream.range(0, rows.documents(row)).map(i -> rows.document(row, i));
  }

  /// How many documents the first one of a row represents in pairs.
  public int standsFor(int row) {
    return rows.documents(row) > CollectionJoin.MAX_EQUAL ? rows.documents(row) : 1;
  }

  /// The ids of the first documents of a row that still exist.
  List<String> ids(int row, int limit) {
    List<String> ids = new ArrayList<>();
    int from = 0;
    while (from < rows.documents(row) && ids.size() < limit && !run.isCancelled()) {
      int count = Math.min(CollectionJoin.CHUNK, limit - ids.size());
      read(row, from, count).map(Document::id).forEach(ids::add);
      from += count;
    }
    return ids;
  }

  /// Of `count` documents of a row, the ones that still exist.
  public Stream<Document> read(int row, int from, int count) {
    int end = Math.min(rows.documents(row), from + count);
    return read(row, IntStream.range(from, end).mapToObj(i -> rows.document(row, i)).toList());
  }

  /// The document of a candidate, null if it no longer exists.
  @Nullable Document read(Candidate candidate) {
    return candidate.ordinal() < 0
        ? null
        : read(candidate.row(), List.of(candidate.ordinal())).findAny().orElse(null);
  }

  /// Of some documents of a row, the ones that still exist.
  Stream<Document> read(int row, List<Integer> ordinals) {
    return collection.documents().current(ordinals, rows.fingerprint(row));
  }

  /// The id of a candidate; empty if it was deleted.
  String id(Candidate candidate) {
    String id = candidate.ordinal() < 0 ? null : collection.documents().id(candidate.ordinal());
    return Objects.requireNonNullElse(id, "");
  }

  /// The number of characters of the text of a document; without stored texts, the number of its
  /// features.
  double length(Document document) {
    if (!collection.settings().storeText()) {
      return Objects.requireNonNullElse(document.features(), 0);
    }
    try (BriefMemory memory = new BriefMemory(stop)) {
      memory.holdText(collection.documents().contentBytes(document.id()));
      String text = collection.documents().text(document.id()).orElse("");
      return text.codePointCount(0, text.length());
    }
  }

  /// The features of a row, null if none of its first documents has any.
  public @Nullable FeatureVector vector(int row) {
    int most = Math.min(rows.documents(row), CollectionJoin.MAX_EQUAL);
    for (int i = 0; i < most && !run.isCancelled(); i++) {
      FeatureVector vector =
          collection
              .documents()
              .vector(rows.document(row, i), rows.fingerprint(row), collection.profile(), stop);
      if (vector != null) {
        return vector;
      }
    }
    return null;
  }
}
