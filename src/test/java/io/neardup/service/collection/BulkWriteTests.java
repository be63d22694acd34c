package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
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
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Changes and deletions of many documents, while other requests write.
class BulkWriteTests {

  private static final MetadataFilter OLD = MetadataFilter.of(List.of("state:old"));

  @TempDir private Path data;

  @AutoClose private DocumentStore store;
  private DocumentCollections collections;
  private DocumentCollection collection;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    collection = create("bulk", false);
  }

  private DocumentCollection create(String name, boolean storeText) {
    collections.put(
        name,
        new CollectionChange(
            "simhash-256-v1", null, storeText, null, WeightSource.PROFILE, false, null));
    return collections.get(name);
  }

  @Test
  void completedWritesRemainIfTheWorkEndsEarly() {
    fill(1_200);
    List<BulkProgress> heard = new ArrayList<>();
    BulkWrite.removal(collection, OLD)
        .run(
            false,
            StopSignal.NEVER,
            progress -> {
              heard.add(progress);
              return false;
            });
    assertThat(heard).containsExactly(new BulkProgress(500, 500, false));
    assertThat(collection.size()).isEqualTo(700);
    BulkWrite.removal(collection, OLD).run(false, StopSignal.NEVER, heard::add);
    assertThat(heard.getLast()).isEqualTo(new BulkProgress(700, 700, true));
    assertThat(collection.size()).isZero();
  }

  /// Their texts are read to be written again, some at a time.
  @Test
  void theMemoryOfTextsIsCountedUntilTheyAreWritten() {
    DocumentCollection texts = create("texts", true);
    String text = "word ".repeat(60_000);
    for (int i = 0; i < 10; i++) {
      NewDocuments.store(
              texts,
              NewDocuments.of(
                  "long" + i,
                  new Source.OfContent(new Content.Text(text + i)),
                  "{\"state\":\"old\"}",
                  null))
          .join();
    }
    CountedTexts counted = new CountedTexts();
    BulkWrite.change(texts, OLD, new DocumentChange(null, true, null, null, null))
        .run(false, counted, progress -> true);
    assertThat(counted.texts).isEqualTo(10);
    assertThat(counted.most).isBetween(3L * text.length(), 4L * text.length());
    assertThat(counted.held).isZero();
  }

  /// Counts texts by their lengths.
  private static final class CountedTexts implements StopSignal {

    private int texts;
    private long held;
    private long most;

    @Override
    public void check() {}

    @Override
    public void hold(long bytes) {
      held += bytes;
      most = Math.max(most, held);
    }

    @Override
    public long holdText(long textBytes) {
      texts++;
      hold(textBytes);
      return textBytes;
    }
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
    DocumentChange allow = new DocumentChange(null, true, null, null, null);
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

  @Test
  void aCollectionThatMovesAfterSomeWritesIsNoRefusalThatWroteNothing() {
    fill(1_200);
    AtomicInteger left = new AtomicInteger(600);
    BulkWrite removal =
        new BulkWrite(
            collection,
            OLD,
            id ->
                left.getAndDecrement() > 0
                    ? collection.writes().removeIf(id, OLD)
                    : CompletableFuture.failedFuture(
                        new RequestException(Fault.MOVED, "id", "nothing was written")));
    assertThatThrownBy(() -> removal.run(false, StopSignal.NEVER, _ -> true))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.STORAGE))
        .hasMessageContaining("600 documents were written before, repeat the request");
    assertThat(collection.size()).isEqualTo(600);
    assertThatThrownBy(() -> removal.run(false, StopSignal.NEVER, _ -> true))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.MOVED));
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
