package io.neardup.service.job;

import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionRecords.Stored;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/// The stored states of jobs. A state is a record of the collection whose documents the job reads:
/// it moves with the collection, and is deleted with it.
record JobStates(DocumentCollections collections, JsonMapper mapper) {

  private static final Logger log = LoggerFactory.getLogger(JobStates.class);

  /// The states of the jobs of a collection. One that cannot be read is logged and left out.
  List<JobStatus> of(DocumentCollection collection) {
    List<JobStatus> found = new ArrayList<>();
    for (Stored stored :
        collection.records().list(collection.incarnation(), Kind.JOB, "", Integer.MAX_VALUE)) {
      JobStatus status = read(stored.key(), stored.value());
      if (status != null) {
        found.add(status);
      }
    }
    return found;
  }

  private @Nullable JobStatus read(String id, byte[] json) {
    try {
      return mapper.readValue(json, JobStatus.class);
    } catch (JacksonException e) {
      log.warn("The job '{}' cannot be read and is ignored: {}", id, e.getOriginalMessage());
      return null;
    }
  }

  /// The state of a job of one of the collections in this process, null if there is none. The
  /// collection is brought up to date first, so that a job that was acknowledged elsewhere is
  /// found.
  @Nullable JobStatus find(String id) {
    for (DocumentCollection collection : collections.all()) {
      if (tells(id, collection)) {
        collections.requireCurrent(collection);
        byte[] json = collection.records().find(collection.incarnation(), Kind.JOB, id);
        if (json != null) {
          return read(id, json);
        }
      }
    }
    return null;
  }

  /// Whether an id can be that of a job, as it tells a collection.
  boolean isComplete(String id) {
    return collections.backend().isAlone()
        || collections.all().stream().anyMatch(collection -> tells(id, collection));
  }

  private boolean tells(String id, DocumentCollection collection) {
    return id.endsWith(collections.backend().jobId(collection.settings(), ""));
  }

  /// Stores a state durably, unless the collection was deleted.
  ///
  /// @throws io.neardup.store.StoreException if that fails
  void save(JobStatus status) {
    apply(status, mapper.writeValueAsBytes(status));
  }

  /// Deletes a state.
  ///
  /// @throws io.neardup.store.StoreException if that fails
  void delete(JobStatus status) {
    apply(status, null);
  }

  private void apply(JobStatus status, byte @Nullable [] json) {
    collections
        .find(status.collection())
        .filter(status::isFor)
        .ifPresent(collection ->
            collection
                .records()
                .apply(collection.incarnation(), List.of(new Change(Kind.JOB, status.id(), json))));
  }
}
