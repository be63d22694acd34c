package io.neardup.service.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.passage.PassageTexts;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.MarkedBoilerplate.MarkedPassage;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionRecords.Stored;
import io.neardup.store.Incarnation;
import io.neardup.store.PartitionStore.AppliedRecord;
import io.neardup.store.StoreOptions;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MarkedBoilerplateTests {

  @TempDir private Path data;

  @AutoClose private DocumentStore store;
  private MarkedBoilerplate marked;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    marked = LoadedCollections.of(store, Clock.systemUTC()).get(null).boilerplate();
  }

  @Test
  void passagesAreLimited() {
    int most = MarkedBoilerplate.MAX_ALL_CHARS / MarkedBoilerplate.MAX_CHARS;
    for (int i = 0; i < most; i++) {
      marked.mark(text(i));
    }
    assertThatThrownBy(() -> marked.mark(text(-1)))
        .isInstanceOfSatisfying(
            RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.CONFLICT))
        .hasMessageContaining("1000000 characters");
    assertThat(marked.mark(text(7))).isEqualTo(marked.list().get(7));
    assertThat(marked.list()).hasSize(most);
    marked.unmark(marked.list().get(7).id());
    String id = marked.mark(text(-1)).id();
    assertThat(marked.list()).hasSize(most).last().hasFieldOrPropertyWithValue("id", id);
  }

  @Test
  void aChangeAppliesAtOnce() {
    assertThat(marked.runs().isEmpty()).isTrue();
    String id = marked.mark(text(1)).id();
    assertThat(marked.mark(text(1)).id()).isEqualTo(id);
    assertThat(marked.list()).hasSize(1);
    assertThat(marked.runs().isEmpty()).isFalse();
    marked.unmark(id);
    assertThat(marked.runs().isEmpty()).isTrue();
    marked.mark(text(2));
    marked.unmark(null);
    assertThat(marked.runs().isEmpty()).isTrue();
  }

  /// As in a cluster, where the changes come with the log.
  @Test
  void aChangeThatTheLogAppliesIsSeen() {
    String id = marked.mark(text(1)).id();
    assertThat(marked.runs().isEmpty()).isFalse();
    Stored record = store.records().list(collection(), Kind.BOILERPLATE, "", 10).getFirst();
    applyOfLog(1, new Change(Kind.BOILERPLATE, record.key(), null));
    assertThat(marked.runs().isEmpty()).isTrue();
    assertThat(marked.list()).isEmpty();
    applyOfLog(2, new Change(Kind.BOILERPLATE, record.key(), record.value()));
    assertThat(marked.runs().isEmpty()).isFalse();
    assertThat(marked.list()).singleElement().hasFieldOrPropertyWithValue("id", id);
  }

  private void applyOfLog(long offset, Change change) {
    store
        .documents()
        .apply(0, List.of(), List.of(new AppliedRecord(collection(), change)), offset, new byte[0]);
  }

  private Incarnation collection() {
    return store.collections().incarnation(store.collections().list().getFirst().name());
  }

  @Test
  void passagesHaveTheOrderOfMarking() {
    List<MarkedPassage> expected = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      expected.add(marked.mark(text(i)));
    }
    marked.unmark(expected.remove(19).id());
    marked.unmark(expected.removeFirst().id());
    expected.add(marked.mark(text(0)));
    assertThat(marked.list()).isEqualTo(expected);
  }

  @Test
  void anUnknownPassageIsNotUnmarked() {
    marked.mark(text(1));
    for (String id : List.of("", "x", marked.list().getFirst().id() + "0")) {
      assertThatThrownBy(() -> marked.unmark(id))
          .isInstanceOfSatisfying(
              RequestException.class, e -> assertThat(e.kind()).isEqualTo(Fault.NOT_FOUND));
    }
    assertThat(marked.list()).hasSize(1);
  }

  /// A text of the maximum length.
  private static String text(int seed) {
    return PassageTexts.words(new SplittableRandom(seed), 2_000, 100_000)
        .substring(0, MarkedBoilerplate.MAX_CHARS);
  }
}
