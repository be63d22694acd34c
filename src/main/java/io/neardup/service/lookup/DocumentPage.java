package io.neardup.service.lookup;

import io.neardup.store.ChangePage;
import io.neardup.store.Document;
import io.neardup.store.Incarnation;
import io.neardup.store.PartitionStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of the documents of a collection.
///
/// @param next the id after which the next page begins, null after the last page
public record DocumentPage(List<Document> documents, @Nullable String next) {

  /// Maximum number of documents that a filtered page examines.
  private static final int MAX_EXAMINED = 20_000;

  private static final int EXAMINED_TOGETHER = 1_000;

  /// The next documents after an id that pass a filter; fewer than `limit` if too many were
  /// rejected.
  static DocumentPage read(
      Incarnation collection,
      PartitionStore store,
      String after,
      int limit,
      DocumentFilter filter,
      Instant now) {
    List<Document> listed = new ArrayList<>();
    boolean all = filter.acceptsAll();
    String prefix = filter.prefix();
    String from = after;
    List<Document> first = List.of();
    if (compare(after, prefix) < 0) {
      first = store.find(collection, prefix).stream().toList();
      from = prefix;
    }
    long chars = 0;
    for (int examined = 0; examined < MAX_EXAMINED; ) {
      int chunk = all ? limit + 1 - listed.size() : EXAMINED_TOGETHER;
      List<Document> next = store.list(collection, from, chunk);
      List<Document> some = new ArrayList<>(first);
      some.addAll(next);
      for (Document document : some) {
        if (!document.isExpired(now) && filter.accepts(document)) {
          if (listed.size() == limit) {
            return new DocumentPage(listed, listed.getLast().id());
          }
          listed.add(document);
          chars += document.chars();
          if (chars > ChangePage.MAX_CHARS) {
            return new DocumentPage(listed, document.id());
          }
        }
      }
      boolean isLast =
          next.size() < chunk
              && next.stream().mapToLong(Document::chars).sum() < ChangePage.MAX_CHARS;
      if (isLast || !next.getLast().id().startsWith(prefix)) {
        return new DocumentPage(listed, null);
      }
      first = List.of();
      from = next.getLast().id();
      examined += next.size();
    }
    return new DocumentPage(listed, from);
  }

  /// Maximum characters of ids and metadata in a page, see [ChangePage#MAX_CHARS]; the last
  /// documents may exceed it.
  public static long mostChars(int limit) {
    return Math.min(
        2L * ChangePage.MAX_CHARS,
        (long) limit * (Document.MAX_ID_CHARS + Document.MAX_METADATA_CHARS));
  }

  public long chars() {
    return documents.stream().mapToLong(Document::chars).sum();
  }

  /// Compares two ids in page order, by their UTF-8 bytes.
  public static int compare(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
