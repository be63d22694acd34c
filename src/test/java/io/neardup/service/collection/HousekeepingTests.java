package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Eventually;
import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.write.Expiry;
import io.neardup.store.DocumentEvent;
import io.neardup.store.HeldCommits;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import io.neardup.web.Texts;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/// Expired documents are removed, whatever happens to their collections meanwhile.
@ExtendWith(OutputCaptureExtension.class)
class HousekeepingTests {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir private Path data;

  private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
  private final Clock clock =
      new Clock() {
        @Override
        public Instant instant() {
          return now.get();
        }

        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }
      };

  /// The log is held, so that the deletion of the collection is committed before the removal of a
  /// document from it, and both after the sweep has begun.
  @Test
  void aCollectionMayBeDeletedDuringASweep(CapturedOutput output) throws Exception {
    HeldCommits commits = new HeldCommits();
    CountDownLatch released = new CountDownLatch(1);
    try (DocumentStore store = DocumentStore.open(data, commits.options())) {
      DocumentCollections collections = LoadedCollections.of(store, clock);
      for (String name : List.of("kept", "deleted")) {
        collections.put(
            name, new CollectionChange(null, null, false, null, WeightSource.PROFILE, false, null));
      }
      DocumentCollection kept = collections.get("kept");
      DocumentCollection deleted = collections.get("deleted");
      store(deleted);
      store(kept);
      CountDownLatch committing = commits.hold(released);
      DocumentEvent.Delete nothing = new DocumentEvent.Delete("kept", "nothing", NOW);
      var _ = store.log().appendLater(kept.incarnation(), List.of(nothing), () -> true);
      committing.await();
      Thread drop = Thread.startVirtualThread(() -> collections.drop("deleted"));
      Eventually.await().until(() -> drop.getState() == Thread.State.WAITING);
      try (Housekeeping housekeeping = new Housekeeping(store, collections, clock)) {
        now.set(NOW.plusSeconds(61));
        housekeeping.start();
        Eventually.await()
            .until(() -> deleted.writes().underWay() == 1 && kept.writes().underWay() == 1);
        released.countDown();
        drop.join();
        Eventually.await().until(() -> kept.size() == 0);
      }
    }
    assertThat(output).doesNotContain("Housekeeping failed");
  }

  private static void store(DocumentCollection collection) {
    Source source = new Source.OfContent(new Content.Text(Texts.of(1)));
    Expiry expiry = new Expiry(NOW.plusSeconds(60));
    NewDocuments.store(collection, NewDocuments.of("d", source, null, expiry)).join();
  }
}
