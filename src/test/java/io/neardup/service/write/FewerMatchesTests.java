package io.neardup.service.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.index.StopSignal;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.WriteResult.Outcome;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A document whose near-duplicates need more memory than there is, is decided on as any other.
class FewerMatchesTests {

  private static final String FINGERPRINT = "12".repeat(32);
  private static final int STORED = 40;
  private static final int METADATA_CHARS = 1_000;

  /// Of a match: as long as the answer of a write is kept, it takes four copies.
  private static final int MATCH_BYTES = 4 * 2 * METADATA_CHARS;

  @TempDir private Path data;

  @ParameterizedTest
  @EnumSource
  void listsFewerMatchesIfThereIsNoMemoryForAll(OnDuplicate onDuplicate) {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      WriteResult result = store(store, onDuplicate, new Bounded(20 * MATCH_BYTES));
      assertThat(result.outcome())
          .isEqualTo(onDuplicate == OnDuplicate.SKIP ? Outcome.SKIPPED : Outcome.ADDED);
      assertThat(result.removed()).hasSize(onDuplicate == OnDuplicate.REPLACE ? STORED : 0);
      if (onDuplicate != OnDuplicate.REPLACE) { // which reads all to replace them
        assertThat(result.duplicates().matches()).hasSizeBetween(1, 20);
        assertThat(result.duplicates().truncated()).isTrue();
      }
    }
  }

  @Test
  void listsAllIfThereIsMemory() {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      WriteResult result = store(store, OnDuplicate.ADD, new Bounded(STORED * MATCH_BYTES));
      assertThat(result.duplicates().matches()).hasSize(STORED);
      assertThat(result.duplicates().truncated()).isFalse();
    }
  }

  private static WriteResult store(
      DocumentStore store, OnDuplicate onDuplicate, StopSignal memory) {
    DocumentCollection collection = LoadedCollections.of(store).get(DocumentCollections.DEFAULT);
    String metadata = "{\"a\":\"" + "x".repeat(METADATA_CHARS - 8) + "\"}";
    NewDocuments.storeAll(
        collection,
        IntStream.range(0, STORED)
            .mapToObj(i ->
                NewDocuments.of(
                    "stored" + i, new Source.OfFingerprint(FINGERPRINT), metadata, null)));
    NewDocument document =
        new NewDocument(
            "new",
            new Source.OfFingerprint(FINGERPRINT),
            null,
            new LookupRequest(null, 1.0, 100, null, MetadataFilter.NONE, null),
            onDuplicate,
            null,
            null,
            Precondition.NONE,
            null,
            null);
    return collection.store(collection.prepare(document, memory)).join();
  }

  /// Memory of some bytes.
  private static final class Bounded implements StopSignal {

    private final long most;
    private long held;

    Bounded(long most) {
      this.most = most;
    }

    @Override
    public void check() {
      // It sets no time limit.
    }

    @Override
    public void hold(long bytes) {
      if (held + bytes > most) {
        throw new RequestException(Fault.TOO_LARGE, "request", "takes more memory than there is");
      }
      held += bytes;
    }
  }
}
