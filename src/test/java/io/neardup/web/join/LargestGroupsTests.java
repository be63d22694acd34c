package io.neardup.web.join;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.collection.NewDocuments;
import io.neardup.service.job.JobContext;
import io.neardup.service.job.JobKind.JobScope;
import io.neardup.service.job.JobMemory;
import io.neardup.service.job.JobRequest.GroupsJobRequest;
import io.neardup.service.job.JoinJob;
import io.neardup.service.join.JoinService;
import io.neardup.service.join.NearGroup;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.join.LargestGroups.GroupsResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A JSON answer is in memory as a whole, so its documents are limited.
class LargestGroupsTests {

  @TempDir private Path data;

  /// With groups of 5, 4 and 2 documents.
  @ParameterizedTest
  @CsvSource({"10, 11, 3", "10, 10, 2", "10, 8, 1", "10, 4, 0", "2, 11, 2"})
  void groupsAreListedUpToTheirLimitsTheLargestFirst(int limit, int maxMembers, int listed) {
    try (DocumentStore store = DocumentStore.open(data, StoreOptions.DEFAULTS)) {
      LargestGroups groups = new LargestGroups(limit, maxMembers);
      JobContext context = JobContext.answering(groups::add, JobMemory.unlimited());
      DocumentCollection collection = collection(store);
      JoinJob.groups(new JoinService(1, 1_000))
          .prepare(
              new GroupsJobRequest(null, null, 3, null, null, null, null, null),
              new JobScope(collection, name -> collection))
          .run(context);
      JoinSummary summary = JoinSummary.of(Objects.requireNonNull(context.joined()), true);
      GroupsResponse response = groups.answer(summary);
      assertThat(response.groups())
          .extracting(NearGroup::size)
          .isEqualTo(List.of(5, 4, 2).subList(0, listed));
      assertThat(response.truncated()).isEqualTo(listed < 3);
      assertThat(response.summary().groups()).isEqualTo(3);
    }
  }

  private static DocumentCollection collection(DocumentStore store) {
    DocumentCollections collections = LoadedCollections.of(store);
    collections.put(
        "narrow",
        new CollectionChange("paper-v1", null, false, null, WeightSource.PROFILE, false, null));
    DocumentCollection collection = collections.get("narrow");
    store(collection, "0123456789abcdef", 5);
    store(collection, "fedcba9876543210", 4);
    store(collection, "0000ffff0000ffff", 2);
    return collection;
  }

  private static void store(DocumentCollection collection, String fingerprint, int count) {
    NewDocuments.storeAll(
        collection,
        IntStream.range(0, count)
            .mapToObj(i -> NewDocuments.of(fingerprint + "-" + i, fingerprint)));
  }
}
