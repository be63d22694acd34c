package io.neardup.web.admin;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.backup.BackupService;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.store.disk.Backups.Backup;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
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

  /// The options of a backup.
  record BackupRequest(@Schema(minimum = "1") @Nullable Integer keep) {}

  /// All backups.
  record BackupsResponse(List<Backup> backups) {}

  @PostMapping(
      path = "/admin/backups",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  Backup create(@RequestBody BackupRequest request) {
    requireAlone();
    Backup made = backups.create(request.keep());
    log.info(
        "Made backup {} of {} bytes{}",
        made.id(),
        made.bytes(),
        request.keep() == null ? "" : ", and kept the newest " + request.keep());
    return made;
  }

  @GetMapping(path = "/admin/backups", produces = MediaType.APPLICATION_JSON_VALUE)
  BackupsResponse list() {
    requireAlone();
    return new BackupsResponse(backups.list());
  }

  private void requireAlone() {
    if (!collections.backend().isAlone()) {
      throw new RequestException(
          Fault.UNSUPPORTED,
          "backup",
          "is not made by an instance of a cluster, whose brokers have the documents; store the"
              + " lines of GET /documents instead");
    }
  }
}
