package io.neardup.service.lookup;

import io.neardup.store.ChangePage;
import io.neardup.store.Document;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A page of the documents of a collection.
///
/// @param next the id after which the next page begins, null after the last page
public record DocumentPage(List<Document> documents, @Nullable String next) {

  /// The most characters of ids and metadata that a page may have, see [ChangePage#MAX_CHARS]: the
  /// last documents may exceed that.
  public static long mostChars(int limit) {
    return Math.min(
        2L * ChangePage.MAX_CHARS,
        (long) limit * (Document.MAX_ID_CHARS + Document.MAX_METADATA_CHARS));
  }

  public long chars() {
    return documents.stream().mapToLong(Document::chars).sum();
  }

  /// Compares two ids in the order of pages, that of their UTF-8.
  public static int compare(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }
}
