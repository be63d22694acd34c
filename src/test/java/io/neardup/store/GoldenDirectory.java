package io.neardup.store;

import static io.neardup.store.Documents.COLLECTION;
import static io.neardup.store.Documents.NOW;
import static io.neardup.store.Documents.PROFILE;
import static io.neardup.store.Documents.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/// The content of a data directory in format version 4, which must remain readable. `main` wrote
/// it; a new format gets another directory.
public final class GoldenDirectory {

  private static final String LONG = "{\"long\":\"" + "é".repeat(400) + "\"}";

  private GoldenDirectory() {}

  public static void main(String[] arguments) {
    try (DocumentStore store = Documents.open(Path.of(arguments[0]))) {
      store
          .collections()
          .put(new CollectionSettings("文", "paper-v1", 3, false, Duration.ofHours(1), NOW));
      store.log().append(Documents.puts(0, 30));
      store
          .log()
          .appendLater(
              Documents.incarnation(store),
              List.of(
                  put("long", 1, LONG, "a text"),
                  put("id3", 2, "{}", "another text ".repeat(100)),
                  Documents.delete("id4"),
                  Documents.expiring("soon", NOW.plusSeconds(1))),
              () -> true)
          .join();
      store
          .records()
          .apply(
              Documents.incarnation(store),
              List.of(
                  new Change(Kind.JUDGEMENT, "id1\0id2", new byte[] {1, 2}),
                  new Change(Kind.BOILERPLATE, "文", new byte[] {3}),
                  new Change(Kind.JOB, "a-job", new byte[0]),
                  new Change(Kind.JOB, "removed", new byte[] {4}),
                  new Change(Kind.JOB, "removed", null)));
    }
  }

  public static void check(DocumentStore store) {
    assertThat(store.collections().list())
        .containsExactly(
            new CollectionSettings(COLLECTION, PROFILE, null, true, null, NOW),
            new CollectionSettings("文", "paper-v1", 3, false, Duration.ofHours(1), NOW));
    assertThat(Documents.list(store)).hasSize(31);
    assertThat(Documents.find(store, "long").orElseThrow().put(COLLECTION))
        .isEqualTo(put("long", 1, LONG, null));
    assertThat(Documents.text(store, "id3")).contains("another text ".repeat(100));
    assertThat(Documents.find(store, "id4")).isEmpty();
    assertThat(Documents.find(store, "id5").orElseThrow().position().offset()).isEqualTo(6);
    assertThat(store.documents().expired(NOW.plusSeconds(2), 10, each -> true)).hasSize(1);
    assertThat(store.log().read(store.log().start(), 100, true).changes())
        .hasSize(32)
        .extracting(Logged::event)
        .contains(Documents.delete("id4"), put("long", 1, LONG, "a text"));
    assertThat(store.log().end().after()).isEqualTo(34);
    assertThat(records(store, Kind.JUDGEMENT)).containsExactly("id1\0id2=[1, 2]");
    assertThat(records(store, Kind.BOILERPLATE)).containsExactly("文=[3]");
    assertThat(records(store, Kind.JOB)).containsExactly("a-job=[]");
  }

  private static List<String> records(DocumentStore store, Kind kind) {
    return store.records().list(Documents.incarnation(store), kind, "", 9).stream()
        .map(each -> each.key() + "=" + Arrays.toString(each.value()))
        .toList();
  }
}
