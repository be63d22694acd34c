package io.neardup.store.ids;

import static io.neardup.store.Documents.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.Seeds;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent;
import io.neardup.store.Documents;
import io.neardup.store.Position;
import io.neardup.store.Revision;
import io.neardup.store.Verdict;
import io.neardup.store.ids.OrdinalDirectory.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OrdinalDirectoryTests {

  private final OrdinalDirectory directory = new OrdinalDirectory();
  private long offset;

  @Test
  void aDocumentIsFoundByIdAndByOrdinal() {
    Instant expiresAt = NOW.plusSeconds(5);
    int ordinal = directory.put(logged(Documents.expiring("a/文", expiresAt)));
    Entry entry = Objects.requireNonNull(directory.get(ordinal));
    assertThat(directory.find("a/文")).isEqualTo(ordinal);
    assertThat(directory.id(ordinal)).isEqualTo("a/文");
    assertThat(directory.get("a/文")).isEqualTo(entry);
    assertThat(entry).isEqualTo(new Entry(ordinal, "a/文", offset, true));
    assertThat(directory.isAlive(ordinal, expiresAt.minusMillis(1))).isTrue();
    assertThat(directory.isAlive(ordinal, expiresAt)).isFalse();
    assertThat(directory.find("b")).isEqualTo(-1);
  }

  @Test
  void removedOrdinalsAreQuarantinedBeforeReuse() {
    int removed = directory.put(logged(Documents.put("first")));
    assertThat(directory.remove("first")).isEqualTo(removed);
    assertThat(directory.remove("first")).isEqualTo(-1);
    assertThat(directory.get(removed)).isNull();
    for (int i = 0; i < 65_536; i++) {
      assertThat(directory.put(logged(Documents.put("id" + i)))).isNotEqualTo(removed);
      directory.remove("id" + i);
    }
    assertThat(directory.put(logged(Documents.put("next")))).isEqualTo(removed);
    assertThat(directory.id(removed)).isEqualTo("next");
  }

  @Test
  void equalsAMap() {
    Seeds.random(random -> {
      Map<String, Integer> ordinals = new HashMap<>();
      Map<String, Long> offsets = new HashMap<>();
      for (int i = 0; i < 300_000; i++) {
        String id = Integer.toString(random.nextInt(20_000), 2 + random.nextInt(2) * 30);
        if (random.nextInt(3) == 0) {
          Integer ordinal = ordinals.remove(id);
          assertThat(directory.remove(id)).isEqualTo(ordinal == null ? -1 : ordinal);
        } else {
          int ordinal = directory.put(logged(Documents.put(id)));
          Integer before = ordinals.put(id, ordinal);
          assertThat(before == null ? ordinal : before).isEqualTo(ordinal);
          offsets.put(id, offset);
        }
      }
      assertThat(directory.size()).isEqualTo(ordinals.size());
      Set<Integer> distinct = new HashSet<>();
      ordinals.forEach((id, ordinal) -> {
        assertThat(distinct.add(ordinal)).isTrue();
        assertThat(directory.find(id)).isEqualTo(ordinal);
        assertThat(directory.get(ordinal))
            .extracting(Entry::id, Entry::offset)
            .containsExactly(id, offsets.get(id));
      });
    });
  }

  @Test
  void readersNeverSeePartialEntries() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    List<Future<Long>> readers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      for (int reader = 0; reader < 2; reader++) {
        readers.add(threads.submit(() -> read(ended)));
      }
      for (int i = 0; i < 200_000; i++) {
        String id = "id" + i % 100 + "-".repeat(i % 7);
        if (i % 3 == 0) {
          directory.remove(id);
        } else {
          directory.put(matching(id));
        }
      }
      ended.set(true);
      for (Future<Long> reader : readers) {
        assertThat(reader.get()).isPositive();
      }
    }
  }

  /// A document is enabled if the sum of its offset and the length of its id is even.
  private Document matching(String id) {
    offset++;
    Revision revision =
        new Revision(
            Documents.put(id).revision().fingerprint(),
            1,
            "simhash-256-v1",
            null,
            null,
            null,
            new Verdict((offset + id.length()) % 2 == 0, false, null, false),
            1,
            NOW,
            offset % 2 == 0 ? null : NOW,
            null,
            null,
            null);
    return new Document(id, revision, NOW, new Position(0, offset));
  }

  private long read(AtomicBoolean ended) {
    long found = 0;
    for (int i = 0; !ended.get() || found == 0; i++) {
      int known = directory.ordinals();
      Entry entry = known == 0 ? null : directory.get(i % known);
      if (entry != null) {
        found++;
        assertThat(entry.enabled()).isEqualTo((entry.offset() + entry.id().length()) % 2 == 0);
      }
    }
    return found;
  }

  @Test
  void aDocumentTakesLittleMemory() {
    for (int i = 0; i < 200_000; i++) {
      directory.put(logged(Documents.put("https://example.org/" + (1_000_000 + i))));
    }
    assertThat(directory.bytes() / (double) directory.size()).isLessThan(48 + 27);
  }

  private Document logged(DocumentEvent.Put put) {
    return Document.of(put).at(new Position(0, ++offset));
  }
}
