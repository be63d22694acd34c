package io.neardup.web.admin;

import io.neardup.service.backup.BackupService;
import io.neardup.store.Backups.Backup;
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
class BackupController {

  private static final Logger log = LoggerFactory.getLogger(BackupController.class);

  private final BackupService backups;

  BackupController(BackupService backups) {
    this.backups = backups;
  }

  /// A backup.
  @Schema(name = "Backup")
  record BackupJson(
      @Schema(description = "Names it, for neardup.restore.", example = "1") int id,
      Instant time,
      @Schema(description = "How much it takes, files that it shares with others included.")
          long bytes) {

    static BackupJson of(Backup backup) {
      return new BackupJson(backup.id(), backup.time(), backup.bytes());
    }
  }

  /// How a backup is to be made.
  record BackupRequest(
      @Schema(description = "How many of the newest backups stay; all if left out.", minimum = "1")
          @Nullable Integer keep) {}

  /// All backups.
  record BackupsResponse(@Schema(description = "The oldest first.") List<BackupJson> backups) {}

  @Operation(
      operationId = "postBackup",
      summary = "Back up the documents",
      description =
          "Into neardup.backup-dir, while documents are written and read. All that was acknowledged"
              + " before is in it. Files that have not changed since the last one are not copied again.")
  @PostMapping(
      path = "/admin/backups",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  BackupJson create(@RequestBody BackupRequest request) {
    Backup made = backups.create(request.keep());
    log.info(
        "Made backup {} of {} bytes{}",
        made.id(),
        made.bytes(),
        request.keep() == null ? "" : ", and kept the newest " + request.keep());
    return BackupJson.of(made);
  }

  @Operation(operationId = "getBackups", summary = "List the backups")
  @GetMapping(path = "/admin/backups", produces = MediaType.APPLICATION_JSON_VALUE)
  BackupsResponse list() {
    return new BackupsResponse(backups.list().stream().map(BackupJson::of).toList());
  }
}
