package io.neardup.service.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.index.StopSignal;
import io.neardup.index.narrow.BlockLayout;
import io.neardup.index.narrow.PermutationIndex;
import io.neardup.profile.Profiles;
import io.neardup.service.CollectionAccess;
import io.neardup.service.FingerprintService;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentStore;
import io.neardup.store.StoreOptions;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A cancelled join stops reading documents to choose survivors.
class CollectionJoinTests {

  private static final int GROUPS = 50;

  @TempDir private Path data;

  @ParameterizedTest
  @EnumSource(Grouping.By.class)
  void noSurvivorsAreChosenOnceItIsCancelled(Grouping.By by) {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      DocumentCollection collection = collection(store);
      AtomicInteger compared = new AtomicInteger();
      List<NearGroup> groups = new ArrayList<>();
      JoinService joins = new JoinService(1, 1_000);
      try (CollectionJoin join =
          joins.open("caller", collection, 3, null, MetadataFilter.NONE, StopSignal.NEVER)) {
        Comparator<Document> first = Comparator.comparing(Document::id);
        join.groups(
            new Grouping(
                by,
                false,
                (a, b) -> {
                  compared.incrementAndGet();
                  join.cancel();
                  return first.compare(a, b);
                }),
            groups::add);
      }
      assertThat(groups).isEmpty();
      assertThat(compared.get()).isBetween(1, GROUPS);
    }
  }

  @Test
  void completedJoinsFindAllSurvivors() {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      List<NearGroup> groups = new ArrayList<>();
      try (CollectionJoin join =
          new JoinService(1, 1_000)
              .open("caller", collection(store), 3, null, MetadataFilter.NONE, StopSignal.NEVER)) {
        Grouping grouping =
            new Grouping(Grouping.By.COMPONENTS, false, Comparator.comparing(Document::id));
        join.groups(grouping, groups::add);
      }
      assertThat(groups).hasSize(GROUPS);
    }
  }

  /// Groups of four documents, two of which are equal.
  private static DocumentCollection collection(DocumentStore store) {
    Profiles profiles = new Profiles();
    DocumentCollections collections =
        new DocumentCollections(
            store,
            profiles,
            new FingerprintService(profiles),
            (bits, distance, ids) -> new PermutationIndex(new BlockLayout(64, 4, 3), ids),
            CollectionAccess.all(),
            Clock.systemUTC());
    collections.load();
    collections.put("narrow", new CollectionChange("paper-v1", null, false, null));
    DocumentCollection collection = collections.get("narrow");
    for (int group = 1; group <= GROUPS; group++) {
      for (int member = 0; member < 4; member++) {
        long fingerprint = group * 0x9E37_79B9_7F4A_7C15L ^ Math.min(member, 2);
        NewDocument document =
            new NewDocument(
                "d" + group + "-" + member,
                new Source.OfFingerprint(Fingerprint.of(64, fingerprint).toString()),
                null,
                LookupRequest.NOTHING,
                OnDuplicate.ADD,
                null,
                null,
                Precondition.NONE);
        collection.store(collection.prepare(document, StopSignal.NEVER), null).join();
      }
    }
    return collection;
  }
}
