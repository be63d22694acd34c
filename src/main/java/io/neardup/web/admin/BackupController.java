package io.neardup.web.admin;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.backup.BackupService;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.disk.Backups.Backup;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.Example;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Operations")
record BackupController(BackupService backups, DocumentCollections collections) {

  private static final Logger log = LoggerFactory.getLogger(BackupController.class);

  private static final String NOT_CONFIGURED = "neardup.backup-dir is not configured";

  /// A backup.
  @Schema(name = "Backup")
  record BackupJson(
      @Schema(description = "Its number, for neardup.restore.", example = "1") int id,
      @Schema(description = "When it was made.") Instant time,
      @Schema(description = "Its size on disk, including files shared with other backups.")
          long bytes) {

    static BackupJson of(Backup backup) {
      return new BackupJson(backup.id(), backup.time(), backup.bytes());
    }
  }

  /// The options of a backup.
  record BackupRequest(
      @Schema(description = "Number of newest backups to keep; all if omitted.", minimum = "1")
          @Nullable Integer keep) {}

  /// All backups.
  record BackupsResponse(@Schema(description = "Oldest first.") List<BackupJson> backups) {}

  @Operation(
      operationId = "postBackup",
      summary = "Back up the documents",
      description =
          "Into neardup.backup-dir, while documents are written and read. It contains everything"
              + " that was acknowledged before. Files that are unchanged since the last backup are"
              + " not copied again.")
  @CallDetails(
      refusals = @Refusal(status = 409, cause = NOT_CONFIGURED),
      examples = @Example(name = "keep a week of them", json = "{\"keep\": 7}"))
  @PostMapping(
      path = "/admin/backups",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  BackupJson create(@RequestBody BackupRequest request) {
    requireAlone();
    Backup made = backups.create(request.keep());
    log.info(
        "Made backup {} of {} bytes{}",
        made.id(),
        made.bytes(),
        request.keep() == null ? "" : ", and kept the newest " + request.keep());
    return BackupJson.of(made);
  }

  @Operation(operationId = "getBackups", summary = "List the backups")
  @CallDetails(refusals = @Refusal(status = 409, cause = NOT_CONFIGURED))
  @GetMapping(path = "/admin/backups", produces = MediaType.APPLICATION_JSON_VALUE)
  BackupsResponse list() {
    requireAlone();
    return new BackupsResponse(backups.list().stream().map(BackupJson::of).toList());
  }

  private void requireAlone() {
    if (!collections.isAlone()) {
      throw new RequestException(
          Fault.UNSUPPORTED,
          "backup",
          "is not made by an instance of a cluster, whose brokers have the documents; store the"
              + " lines of GET /documents instead");
    }
  }
}
