package io.neardup.service.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.index.StopSignal;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.write.NewDocument;
import io.neardup.service.write.OnDuplicate;
import io.neardup.service.write.Precondition;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
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
      AtomicInteger valued = new AtomicInteger();
      List<NearGroup> groups = new ArrayList<>();
      JoinService joins = new JoinService(1, 1_000);
      try (CollectionJoin join =
          joins.open(
              collection,
              new LookupRequest(3, null, null, null, MetadataFilter.NONE, null),
              null,
              null,
              StopSignal.NEVER,
              new ForkJoinPool())) {
        List<SurvivorRule> first =
            new ArrayList<>(SurvivorRule.parse("first")) {
              @Override
              public Stream<SurvivorRule> stream() { // for the values of a document
                valued.incrementAndGet();
                join.cancel();
                return super.stream();
              }
            };
        join.groups(new Grouping(by, first), (group, further) -> groups.add(group));
      }
      assertThat(groups).isEmpty();
      assertThat(valued.get()).isBetween(1, GROUPS);
    }
  }

  @Test
  void completedJoinsFindAllSurvivors() {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      List<NearGroup> groups = new ArrayList<>();
      try (CollectionJoin join =
          new JoinService(1, 1_000)
              .open(
                  collection(store),
                  new LookupRequest(3, null, null, null, MetadataFilter.NONE, null),
                  null,
                  null,
                  StopSignal.NEVER,
                  new ForkJoinPool())) {
        Grouping grouping = Grouping.of("components", "first");
        join.groups(grouping, (group, further) -> groups.add(group));
      }
      assertThat(groups).hasSize(GROUPS);
    }
  }

  /// The documents of groups are not in memory until their group is passed.
  @ParameterizedTest
  @EnumSource(Grouping.By.class)
  void survivorsThatAreDeletedMeanwhileAreReplaced(Grouping.By by) {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      DocumentCollection collection = collection(store);
      List<NearGroup> groups = new ArrayList<>();
      try (CollectionJoin join =
          new JoinService(1, 1_000)
              .open(
                  collection,
                  new LookupRequest(3, null, null, null, MetadataFilter.NONE, null),
                  null,
                  null,
                  StopSignal.NEVER,
                  new ForkJoinPool())) {
        join.groups(
            Grouping.of(by.name().toLowerCase(Locale.ROOT), "first"),
            (group, further) -> {
              if (groups.isEmpty()) {
                for (int i = 1; i <= GROUPS; i++) {
                  collection.remove("d" + i + "-0", Precondition.NONE).join();
                }
              }
              groups.add(group);
            });
      }
      assertThat(groups.getFirst().survivor()).isEqualTo("d1-0");
      List<NearGroup> later = groups.subList(1, groups.size());
      assertThat(later)
          .as("stars without their centre are left out")
          .hasSize(by == Grouping.By.STAR ? 0 : GROUPS - 1)
          .allSatisfy(group -> {
            assertThat(group.survivor()).endsWith("-1");
            assertThat(group.size()).isEqualTo(3);
          });
    }
  }

  /// Pages are read when they are asked for: what was deleted meanwhile is left out.
  @Test
  void aLargeGroupIsReadPageByPage() {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      DocumentCollection collection = collection(store);
      for (int i = 0; i < 2_500; i++) {
        store(collection, "e%04d".formatted(i), 0x7777_7777L);
      }
      List<NearGroup> groups = new ArrayList<>();
      List<List<String>> pages = new ArrayList<>();
      try (CollectionJoin join =
          new JoinService(1, 1_000)
              .open(
                  collection,
                  new LookupRequest(3, null, null, null, MetadataFilter.NONE, null),
                  null,
                  null,
                  StopSignal.NEVER,
                  new ForkJoinPool())) {
        join.groups(
            Grouping.of("star", "first"),
            (group, further) -> {
              groups.add(group);
              if (groups.size() == 1) {
                collection.remove("e1500", Precondition.NONE).join();
                further.forEachRemaining(page -> pages.add(ids(page.members())));
              }
            });
      }
      NearGroup largest = groups.getFirst();
      assertThat(largest.size()).isEqualTo(2_500);
      assertThat(largest.beyond()).isZero();
      assertThat(ids(largest.members())).hasSize(1_000).startsWith("e0000", "e0001").isSorted();
      assertThat(pages).hasSize(2);
      assertThat(pages.getFirst()).startsWith("e1000").doesNotContain("e1500").isSorted();
      assertThat(pages.getLast()).endsWith("e2499").isSorted();
      assertThat(pages.getFirst().size() + pages.getLast().size()).isEqualTo(1_499);
    }
  }

  private static List<String> ids(List<NearGroup.Member> members) {
    return members.stream().map(NearGroup.Member::id).toList();
  }

  /// Groups of four documents, two of which are equal.
  private static DocumentCollection collection(DocumentStore store) {
    DocumentCollections collections = LoadedCollections.of(store);
    collections.put(
        "narrow",
        new CollectionChange("paper-v1", null, false, null, WeightSource.PROFILE, false, null));
    DocumentCollection collection = collections.get("narrow");
    for (int group = 1; group <= GROUPS; group++) {
      for (int member = 0; member < 4; member++) {
        long fingerprint = group * 0x9E37_79B9_7F4A_7C15L ^ Math.min(member, 2);
        store(collection, "d" + group + "-" + member, fingerprint);
      }
    }
    return collection;
  }

  private static void store(DocumentCollection collection, String id, long fingerprint) {
    NewDocument document =
        new NewDocument(
            id,
            new Source.OfFingerprint(Fingerprint.of(64, fingerprint).toString()),
            null,
            LookupRequest.NOTHING,
            OnDuplicate.ADD,
            null,
            null,
            Precondition.NONE,
            null,
            null);
    collection.store(collection.prepare(document, StopSignal.NEVER)).join();
  }
}
