package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.collection.BulkWrite.BulkProgress;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.DocumentChange;
import io.neardup.service.write.WriteResult;
import io.neardup.store.Document;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Changes and deletions of many documents, while other requests write.
class BulkWriteTests {

  private static final MetadataFilter OLD = MetadataFilter.of(List.of("state:old"));

  @TempDir private Path data;

  @AutoClose private DocumentStore store;
  private DocumentCollection collection;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    DocumentCollections collections = LoadedCollections.of(store);
    collections.put(
        "bulk",
        new CollectionChange(
            "simhash-256-v1", null, false, null, WeightSource.PROFILE, false, null));
    collection = collections.get("bulk");
  }

  @Test
  void completedWritesRemainIfTheWorkEndsEarly() {
    fill(1_200);
    List<BulkProgress> heard = new ArrayList<>();
    BulkWrite.removal(collection, OLD)
        .run(
            false,
            progress -> {
              heard.add(progress);
              return false;
            });
    assertThat(heard).containsExactly(new BulkProgress(500, 500, false));
    assertThat(collection.size()).isEqualTo(700);
    BulkWrite.removal(collection, OLD).run(false, heard::add);
    assertThat(heard.getLast()).isEqualTo(new BulkProgress(700, 700, true));
    assertThat(collection.size()).isZero();
  }

  /// The filter is applied to the current document at the time of the write, including writes that
  /// are not on disk yet.
  @Test
  void skipsDocumentsThatPassNoLonger() {
    put("a", "new").join();
    assertThat(collection.writes().removeIf("a", OLD).join()).isFalse();
    put("a", "old");
    assertThat(collection.writes().removeIf("a", OLD).join()).as("not on disk yet").isTrue();
    put("a", "old").join();
    put("a", "new");
    assertThat(collection.writes().removeIf("a", OLD).join()).isFalse();
    DocumentChange allow = new DocumentChange(null, true, null, null);
    assertThat(collection.writes().reviseIf("a", OLD, allow).join()).isFalse();
    put("a", "old");
    assertThat(collection.writes().reviseIf("a", OLD, allow).join()).isTrue();
    assertThat(collection.writes().reviseIf("a", OLD, allow).join())
        .as("already changed")
        .isFalse();
    assertThat(collection.writes().reviseIf("nobody", OLD, allow).join()).isFalse();
    assertThat(
            collection.documents().page("", 10, DocumentFilter.of(MetadataFilter.NONE)).documents())
        .extracting(Document::version)
        .containsExactly(4L);
  }

  @Test
  void pagesOfFewMatchesHaveANext() {
    fill(30_000);
    put("99999", "new").join();
    MetadataFilter wanted = MetadataFilter.of(List.of("state:new"));
    DocumentPage first = collection.documents().page("", 10, DocumentFilter.of(wanted));
    assertThat(first.documents()).isEmpty();
    assertThat(first.next()).isEqualTo("19999");
    DocumentPage second = collection.documents().page("19999", 10, DocumentFilter.of(wanted));
    assertThat(second.documents()).extracting(Document::id).containsExactly("99999");
    assertThat(second.next()).isNull();
  }

  private void fill(int documents) {
    List<CompletableFuture<WriteResult>> writes = new ArrayList<>();
    for (int i = 0; i < documents; i++) {
      writes.add(put("%05d".formatted(i), "old"));
    }
    writes.forEach(CompletableFuture::join);
  }

  private CompletableFuture<WriteResult> put(String id, String state) {
    Source source = new Source.OfContent(new Content.Text(id));
    return NewDocuments.store(
        collection, NewDocuments.of(id, source, "{\"state\":\"" + state + "\"}", null));
  }
}
