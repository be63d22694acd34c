package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.measure.DocumentFrequencies.Edition;
import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.Precondition;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The counts of features of a single process.
class FeatureCounterTests {

  @TempDir private Path data;

  @Test
  void featuresAreCountedRightWhileDocumentsAreWritten() throws Exception {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      DocumentCollection collection = LoadedCollections.of(store).get(null);
      NewDocuments.storeAll(
          collection, IntStream.range(0, 1_500).mapToObj(i -> document("id" + i, i)));
      AtomicBoolean counted = new AtomicBoolean();
      AtomicLong written = new AtomicLong();
      Thread writing =
          Thread.ofPlatform()
              .start(() -> {
                SplittableRandom random = new SplittableRandom(1);
                while (!counted.get()) {
                  String id = "id" + random.nextInt(2_000);
                  CompletableFuture<?> write =
                      random.nextInt(3) == 0
                          ? collection.remove(id, Precondition.NONE)
                          : NewDocuments.store(collection, document(id, random.nextInt(90)));
                  write.join();
                  written.incrementAndGet();
                }
              });
      long before = written.get();
      collection.writes().countFeatures(true);
      long after = written.get();
      counted.set(true);
      writing.join();
      assertThat(after).as("documents written meanwhile").isGreaterThan(before);
      Edition edition = edition(collection);
      collection.writes().countFeatures(false);
      assertThat(collection.documents().frequencies()).isNull();
      collection.writes().countFeatures(true);
      assertThat(edition).isEqualTo(edition(collection));
    }
  }

  private static Edition edition(DocumentCollection of) {
    return Objects.requireNonNull(of.documents().frequencies()).edition();
  }

  private static NewDocument document(String id, int text) {
    return NewDocuments.of(
        id,
        new Source.OfContent(
            new Content.Text("some words of a text with the number " + text + " and " + id)),
        null,
        null);
  }
}
