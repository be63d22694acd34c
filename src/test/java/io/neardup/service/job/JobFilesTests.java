package io.neardup.service.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.neardup.service.job.JobRequest.DedupeJobRequest;
import io.neardup.service.job.JobRequest.PairsJobRequest;
import io.neardup.service.job.JobRequest.Recall;
import io.neardup.service.job.JobRequest.UndoJobRequest;
import io.neardup.store.Incarnation;
import io.neardup.store.StoreException.StoreFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/// Files of jobs.
class JobFilesTests {

  private static final long MORE_THAN_ANY_DISK = Long.MAX_VALUE / 2;

  @TempDir private Path folder;

  @Test
  void theFreeSpaceDecidesWhetherTheDiskIsFull() {
    IOException german = new IOException("Auf dem Gerät ist kein Speicherplatz mehr verfügbar");
    assertThat(files(MORE_THAN_ANY_DISK).failed(german).kind()).isEqualTo(StoreFault.DISK_FULL);
    IOException other = new IOException("no space in the name of this file");
    assertThat(files(0).failed(other).kind()).isEqualTo(StoreFault.IO);
  }

  @Test
  void aMissingDirectoryIsNotAFullDisk() {
    JobFiles files = new JobFiles(folder.resolve("missing"), MORE_THAN_ANY_DISK, new JsonMapper());
    files.requireSpace(1); // writing then fails
    assertThat(files.failed(new IOException("missing")).kind()).isEqualTo(StoreFault.IO);
  }

  @Test
  void theCollectionsOfAJobAreStored() {
    JobFiles files = files(0);
    JobStatus status =
        JobStatus.queued(
            "one",
            "own",
            "caller",
            new UndoJobRequest(null, null, "other"),
            Instant.parse("2026-03-01T10:00:00Z"),
            Set.of(new Incarnation("own", 7)));
    files.save(status);
    assertThat(files.load()).containsExactly(status);
  }

  /// As former versions stored it.
  @Test
  void aJobWithoutStoredCollectionsIsRead() throws IOException {
    Files.writeString(
        folder.resolve("one.json"),
        """
        {"id":"one","collection":"own","caller":"c","request":{"kind":"pairs"},"state":"QUEUED",
         "createdAt":"2026-03-01T10:00:00Z","done":0,"total":0,"results":0,"bytes":0,"counts":{}}
        """);
    assertThat(files(0).load())
        .singleElement()
        .satisfies(status -> assertThat(status.incarnations()).isNull());
  }

  /// Former versions stored all fields of all kinds.
  @Test
  void theRequestsOfFormerVersionsAreRead() throws IOException {
    Files.writeString(
        folder.resolve("one.json"),
        """
        {"id":"one","collection":"own","caller":"c","request":{"kind":"dedupe","filter":["lang:en"],
          "maxDistance":5,"recall":1.0,"by":null,"survivor":null,"field":null,"action":"remove",
          "dryRun":false,"with":null,"withFilter":null,"to":null,"onDuplicate":null,"of":null,
          "profiles":null,"from":null,"seed":null,"editRate":null,"duplicatesPerDocument":null},
         "state":"QUEUED","createdAt":"2026-03-01T10:00:00Z","startedAt":null,"finishedAt":null,
         "done":0,"total":0,"results":0,"bytes":0,"counts":{},"failure":null,"joined":null,
         "incarnations":null}
        """);
    assertThat(files(0).load())
        .singleElement()
        .extracting(JobStatus::request)
        .isEqualTo(
            new DedupeJobRequest(
                null,
                List.of("lang:en"),
                5,
                new Recall("1.0"),
                null,
                null,
                null,
                null,
                "remove",
                null,
                false));
  }

  /// The id is that of the job, not of the request.
  @Test
  void requestsAreStoredWithoutTheirIds() {
    JobFiles files = files(0);
    files.save(
        JobStatus.queued(
            "one",
            "own",
            "caller",
            new PairsJobRequest("one", null, 3, new Recall("exact"), null),
            Instant.EPOCH,
            Set.of()));
    assertThat(files.load())
        .singleElement()
        .extracting(JobStatus::request)
        .isEqualTo(new PairsJobRequest(null, null, 3, new Recall("exact"), null));
  }

  private JobFiles files(long lowDisk) {
    return new JobFiles(folder, lowDisk, new JsonMapper());
  }
}
