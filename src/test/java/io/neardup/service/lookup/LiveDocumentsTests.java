package io.neardup.service.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.index.StopSignal;
import io.neardup.index.wide.WideIndex;
import io.neardup.index.wide.WideTableCount;
import io.neardup.profile.Profiles;
import io.neardup.service.Fingerprinted;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Delete;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Documents;
import io.neardup.store.Revision;
import io.neardup.store.StoreOptions;
import io.neardup.store.Verdict;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// With a real store. Fingerprints have 128 bits; the id of a document is the number of bits set.
class LiveDocumentsTests {

  private static final int BITS = 128;
  private static final Fingerprint ZERO = Fingerprint.of(BITS, 0, 0);
  private static final MetadataFilter ENGLISH = MetadataFilter.of(List.of("lang:en"));

  @TempDir Path directory;
  @AutoClose private DocumentStore store;
  private LiveDocuments documents;

  @BeforeEach
  void open() {
    store = DocumentStore.open(directory, StoreOptions.DEFAULTS);
    Documents.makeCollection(store);
    documents =
        new LiveDocuments(
            store.collections().incarnation(Documents.COLLECTION),
            BITS,
            ids -> new WideIndex(BITS, WideTableCount.ALL, ids),
            store.documents(),
            Clock.fixed(Documents.NOW, ZoneOffset.UTC));
  }

  @Test
  void lookupsReadOnUntilEnoughMatchesPassTheFilter() {
    for (int i = 0; i < 60; i++) {
      add("other-" + i, 1, "{\"lang\":\"de\"}", false, null);
    }
    add("far", 9, "{\"lang\":\"en\"}", false, null);
    add("farther", 10, "{\"lang\":\"en\"}", false, null);
    assertThat(found(ZERO, lookup(20, 2, ENGLISH), null)).containsExactly("far", "farther");
    assertThat(found(ZERO, lookup(20, 1, ENGLISH), null)).startsWith("far");
    assertThat(found(ZERO, lookup(20, 1, ENGLISH), "far")).startsWith("farther");
    assertThat(found(ZERO, lookup(9, 2, ENGLISH), null)).containsExactly("far");
  }

  @Test
  void lookupsReadNoMoreMatchesThanAreNeeded() {
    for (int i = 0; i < 300; i++) {
      add("id-%03d".formatted(i), 1, i < 100 ? null : "{\"lang\":\"en\"}", false, null);
    }
    NearbyDocuments.Found found =
        documents.near(query(ZERO), lookup(20, 2, ENGLISH), StopSignal.NEVER).reported();
    assertThat(ids(found)).as("one more proves that more exist").hasSize(3).startsWith("id-100");
    assertThat(found.truncated()).isTrue();
  }

  /// A page is held in memory, and one of another instance must fit in a message.
  @ParameterizedTest
  @CsvSource({"1000", "20"})
  void aPageEndsWhereItsMetadataBecomeLong(int limit) {
    String metadata = "{\"lang\":\"en\",\"long\":\"" + "x".repeat(60_000) + "\"}";
    for (int i = 0; i < 60; i++) {
      add("id-%03d".formatted(i), 1, metadata, false, null);
    }
    for (DocumentFilter filter :
        List.of(
            DocumentFilter.of(MetadataFilter.NONE),
            new DocumentFilter("id", null, null, ENGLISH))) {
      List<String> ids = new ArrayList<>();
      for (String after = ""; after != null; ) {
        DocumentPage page = documents.page(after, limit, filter);
        page.documents().forEach(document -> ids.add(document.id()));
        assertThat(page.chars()).isLessThan(DocumentPage.mostChars(limit));
        assertThat(page.documents()).hasSizeLessThan(40);
        after = page.next();
      }
      assertThat(ids).hasSize(60).isSorted().doesNotHaveDuplicates();
    }
  }

  @Test
  void deletedReplacedAndExpiredDocumentsAreNotFound() {
    add("stays", 2, null, false, null);
    add("expired", 2, null, false, Documents.NOW.minusMillis(1));
    add("expires", 3, null, false, Documents.NOW.plusMillis(1));
    IndexedDocument replaced = add("replaced", 2, null, false, null);
    Document far = store("replaced", 100, null, false, null);
    documents.apply("replaced", replaced, IndexedDocument.of(far.revision()), far);
    IndexedDocument deleted = add("deleted", 2, null, false, null);
    store.log().append(List.of(new Delete(Documents.COLLECTION, "deleted", Documents.NOW)));
    assertThat(found(ZERO, lookup(20, 10, MetadataFilter.NONE), null))
        .as("deleted on disk, not yet in the index")
        .containsExactly("stays", "expires");
    documents.apply("deleted", deleted, null, null);
    assertThat(found(ZERO, lookup(20, 10, MetadataFilter.NONE), null))
        .containsExactly("stays", "expires");
    assertThat(documents.find("expired")).isEmpty();
    assertThat(documents.stored("expired")).isPresent();
  }

  @Test
  void allowedDocumentsAreSearchedSeparately() {
    add("reported", 2, null, false, null);
    add("allowed", 3, null, true, null);
    Lookup lookup = lookup(20, 10, MetadataFilter.NONE);
    assertThat(found(ZERO, lookup, null)).containsExactly("reported");
    assertThat(ids(documents.near(query(ZERO), lookup, StopSignal.NEVER).allowing()))
        .containsExactly("allowed");
    assertThat(
            documents
                .samples()
                .snapshot(MetadataFilter.NONE, 20, ForkJoinPool.commonPool(), () -> {})
                .size())
        .as("documents within the distance of an allowed one are excluded")
        .isZero();
    assertThat(
            documents
                .samples()
                .snapshot(MetadataFilter.NONE, 0, ForkJoinPool.commonPool(), () -> {})
                .size())
        .isEqualTo(1);
  }

  @Test
  void pagesContinueWhereTheLastOneEnded() {
    for (int i = 0; i < 2_500; i++) {
      add("id-%04d".formatted(i), 1, i % 500 == 7 ? "{\"lang\":\"en\"}" : null, false, null);
    }
    List<String> listed = new ArrayList<>();
    String after = "";
    while (after != null) {
      DocumentPage page = documents.page(after, 2, DocumentFilter.of(ENGLISH));
      page.documents().forEach(document -> listed.add(document.id()));
      after = page.next();
    }
    assertThat(listed).containsExactly("id-0007", "id-0507", "id-1007", "id-1507", "id-2007");
    assertThat(documents.page("id-2498", 10, DocumentFilter.of(MetadataFilter.NONE)).documents())
        .extracting(Document::id)
        .containsExactly("id-2499");
  }

  @ParameterizedTest
  @CsvSource({
    "'', x, 'x,xa,xb,xb\uFFFD,xb\uD83D\uDE00'", // in the order of UTF-8
    "'', xb, 'xb,xb\uFFFD,xb\uD83D\uDE00'",
    "'', xc, ''",
    "xa, x, 'xb,xb\uFFFD,xb\uD83D\uDE00'",
    "z, x, ''",
    "'', y, y"
  })
  void pagesHaveTheIdsWithAPrefix(String after, String prefix, String ids) {
    for (String id : List.of("a", "x", "xa", "xb", "xb\uD83D\uDE00", "xb\uFFFD", "y")) {
      add(id, 1, null, false, null);
    }
    DocumentFilter filter = new DocumentFilter(prefix, true, false, MetadataFilter.NONE);
    List<String> listed = new ArrayList<>();
    for (String from = after; from != null; ) {
      DocumentPage page = documents.page(from, 1, filter);
      page.documents().forEach(document -> listed.add(document.id()));
      from = page.next();
    }
    assertThat(String.join(",", listed)).isEqualTo(ids);
  }

  private List<String> found(Fingerprint query, Lookup lookup, @Nullable String leaveOut) {
    return ids(
        documents.near(query(query), lookup.without(leaveOut, null), StopSignal.NEVER).reported());
  }

  private static List<String> ids(NearbyDocuments.Found found) {
    return found.near().stream().map(near -> near.document().id()).toList();
  }

  private static Lookup lookup(int maxDistance, int limit, MetadataFilter filter) {
    return new Lookup(maxDistance, 1, limit, false, filter, maxDistance, null, null, null, null);
  }

  private static Fingerprinted query(Fingerprint fingerprint) {
    return new Fingerprinted(fingerprint, Profiles.SIMHASH_256_V1, null, null);
  }

  private IndexedDocument add(
      String id, int ones, @Nullable String metadata, boolean allows, @Nullable Instant expiresAt) {
    Document put = store(id, ones, metadata, allows, expiresAt);
    IndexedDocument indexed = IndexedDocument.of(put.revision());
    documents.apply(id, null, indexed, put);
    return indexed;
  }

  private Document store(
      String id, int ones, @Nullable String metadata, boolean allows, @Nullable Instant expiresAt) {
    Fingerprint fingerprint =
        Fingerprint.of(BITS, mask(Math.min(ones, Long.SIZE)), mask(Math.max(0, ones - Long.SIZE)));
    Revision revision =
        new Revision(
            fingerprint,
            10,
            Documents.PROFILE,
            metadata,
            null,
            null,
            new Verdict(true, allows, null, false),
            1,
            Documents.NOW,
            expiresAt,
            null,
            null,
            null);
    Put put = new Put(Documents.COLLECTION, id, revision, Documents.NOW);
    return Document.of(put).at(store.log().append(List.of(put)).getFirst());
  }

  private static long mask(int ones) {
    return ones == 0 ? 0 : -1L >>> Long.SIZE - ones;
  }
}
