package io.neardup.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.service.collection.CollectionChange;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.LoadedCollections;
import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.service.job.JobRequest.Recall;
import io.neardup.store.StoreOptions;
import io.neardup.store.WeightSource;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// The stored states of jobs.
class JobStatesTests {

  @TempDir private Path data;
  @AutoClose private DocumentStore store;
  private DocumentCollections collections;

  @BeforeEach
  void open() {
    store = DocumentStore.open(data, StoreOptions.DEFAULTS);
    collections = LoadedCollections.of(store);
    create();
  }

  private void create() {
    collections.put(
        "own", new CollectionChange(null, null, false, null, WeightSource.PROFILE, false, null));
  }

  private JobStates states() {
    return new JobStates(collections, new JsonMapper());
  }

  private JobStatus status() {
    return JobStatus.queued(
        "one",
        "own",
        "caller",
        new PairsJobRequest("one", null, 3, new Recall("exact"), null, null),
        Instant.parse("2026-03-01T10:00:00Z"),
        Map.of("own", collections.get("own").settings().creation()));
  }

  /// The id is that of the job, not of the request.
  @Test
  void aStateIsStoredWithoutTheIdOfItsRequest() {
    states().save(status());
    assertThat(states().of(collections.get("own")))
        .singleElement()
        .satisfies(stored -> {
          assertThat(stored.creations()).isEqualTo(status().creations());
          assertThat(stored.request())
              .isEqualTo(new PairsJobRequest(null, null, 3, new Recall("exact"), null, null));
        });
    assertThat(states().find("one")).isNotNull();
    states().delete(status());
    assertThat(states().of(collections.get("own"))).isEmpty();
  }

  @Test
  void aStateIsDeletedWithItsCollection() {
    JobStatus former = status();
    states().save(former);
    collections.drop("own");
    create();
    DocumentCollection present = collections.get("own");
    assertThat(states().of(present)).isEmpty();
    if (present.settings().creation() != former.creations().get("own")) {
      states().save(former);
      assertThat(states().of(present)).isEmpty();
    }
  }
}
