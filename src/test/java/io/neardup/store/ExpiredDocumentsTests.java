package io.neardup.store;

import static io.neardup.store.Documents.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExpiredDocumentsTests {

  @TempDir private Path data;

  /// A collection that is quarantined may have any number of them, and they are asked for all the
  /// time.
  @Test
  void expiredDocumentsOfUnusedCollectionsAreNotReadAgain() {
    Instant later = NOW.plus(Duration.ofHours(2));
    AtomicInteger asked = new AtomicInteger();
    Predicate<Incarnation> unused =
        each -> {
          asked.incrementAndGet();
          return false;
        };
    try (DocumentStore store = Documents.open(data)) {
      store
          .log()
          .append(
              IntStream.range(0, 50)
                  .mapToObj(i -> Documents.expiring("id-" + i, NOW.plusSeconds(i)))
                  .toList());
      assertThat(store.documents().expired(later, 100, unused)).isEmpty();
      assertThat(asked.getAndSet(0)).isEqualTo(50);
      assertThat(store.documents().expired(later, 100, unused)).isEmpty();
      assertThat(asked.get()).as("once for the collection, and for the last entry").isEqualTo(2);
      store.log().append(List.of(Documents.expiring("new", later.minusSeconds(1))));
      assertThat(store.documents().expired(later, 100, each -> true)).hasSize(51);
      assertThat(store.documents().expired(later, 100, unused)).isEmpty();
      asked.set(0);
      assertThat(store.documents().expired(later.plus(Duration.ofHours(2)), 100, unused)).isEmpty();
      assertThat(asked.get()).as("all of them after an hour").isGreaterThan(50);
    }
  }
}
