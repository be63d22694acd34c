package io.neardup.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.cluster.wire.CreatedCollection;
import io.neardup.cluster.wire.Question.Find;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.store.CollectionSettings;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceReadsTests {

  @TempDir private Path folder;

  /// A request is about several partitions, of which the instance may have been replaced as the
  /// owner of some.
  @Test
  void aDocumentIsFoundInPartitionsThatAreAnsweredAlone() {
    try (DocumentStore store = DocumentStore.open(folder, StoreOptions.DEFAULTS)) {
      store
          .collections()
          .put(new CollectionSettings("c", "paper-v1", null, true, null, Instant.EPOCH));
      DocumentCollection collection = LoadedCollections.of(store).find("c").orElseThrow();
      NewDocuments.store(collection, NewDocuments.of("a", "0123456789abcdef")).join();
      LiveDocuments documents = collection.local();
      for (boolean withText : List.of(false, true)) {
        Find question = new Find(new CreatedCollection("c", 0), "a", withText);
        assertThat(InstanceReads.find(question, documents, partition -> true).document())
            .isNotNull();
        assertThat(InstanceReads.find(question, documents, partition -> false).document()).isNull();
      }
    }
  }
}
