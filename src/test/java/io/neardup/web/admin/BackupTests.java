package io.neardup.web.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.neardup.FreshService;
import io.neardup.RunningService;
import io.neardup.RunningService.Answer;
import io.neardup.Scrape;
import io.neardup.SharedService;
import io.neardup.web.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

/// A backup is created while the service runs, and restored into an empty directory.
@ExtendWith(OutputCaptureExtension.class)
class BackupTests {

  private static final String NEWEST = "neardup_backup_last_success_timestamp_seconds";

  @TempDir private Path folder;

  @Test
  void restoresABackupAndCountsTheFilesOnDisk(CapturedOutput output) {
    Path data = folder.resolve("data");
    String backups = "--neardup.backup-dir=" + folder.resolve("backups");
    String cursor;
    double made;
    try (FreshService service = FreshService.startIn(data, backups)) {
      RunningService http = service.http();
      assertThat(http.get("/admin/backups").json().get("backups")).isEmpty();
      Scrape before = scrape(http);
      assertThat(before.sum("neardup_backups")).isZero();
      assertThat(before.sum("neardup_backups_size_bytes")).isZero();
      assertThat(before.sum(NEWEST)).isNaN();
      http.put("/documents/first", "{\"text\":\"" + Texts.of(1) + "\"}");
      http.post("/admin/backups", "{}").require(201);
      http.put("/documents/second", "{\"text\":\"" + Texts.of(2) + "\"}");
      Answer second = http.post("/admin/backups", "{\"keep\":2}");
      assertThat(second.number("/id")).isEqualTo(2);
      assertThat(second.json().get("bytes").asLong()).isPositive();
      http.put("/documents/third", "{\"text\":\"" + Texts.of(3) + "\"}");
      JsonNode listed = http.get("/admin/backups").json().get("backups");
      assertThat(listed).hasSize(2);
      made = Instant.parse(listed.at("/1/time").asString()).getEpochSecond();
      Scrape after = scrape(http);
      assertThat(after.sum("neardup_backups")).isEqualTo(2);
      assertThat(after.sum(NEWEST)).isEqualTo(made);
      assertThat(after.sum("neardup_backup_failures_total")).isZero();
      cursor = http.get("/changes?after=end").lines().getLast().get("cursor").asString();
    }
    Path latest = folder.resolve("latest");
    try (FreshService service = FreshService.startIn(latest, backups, "--neardup.restore=latest")) {
      RunningService http = service.http();
      assertThat(ids(http)).isEqualTo("first second");
      JsonNode found = http.post("/duplicates", "{\"text\":\"" + Texts.of(2) + "\"}").json();
      assertThat(found.at("/matches/0/id").asString()).isEqualTo("second");
      assertThat(http.get("/changes?after=" + cursor).status())
          .as("cursor of the replaced data directory")
          .isEqualTo(410);
      Scrape restarted = scrape(http);
      assertThat(restarted.sum("neardup_backups")).isEqualTo(2);
      assertThat(restarted.sum(NEWEST)).isEqualTo(made);
      assertThat(restarted.sum("neardup_backups_size_bytes")).isPositive();
    }
    Path older = folder.resolve("older");
    try (FreshService service = FreshService.startIn(older, backups, "--neardup.restore=1")) {
      assertThat(ids(service.http())).isEqualTo("first");
    }
    assertThatThrownBy(() -> FreshService.startIn(older, backups, "--neardup.restore=1"))
        .isInstanceOf(RuntimeException.class);
    assertThat(output).contains("Restore into an empty directory");
    assertThatThrownBy(
            () -> FreshService.startIn(folder.resolve("x"), backups, "--neardup.restore=9"))
        .isInstanceOf(RuntimeException.class);
    assertThat(output).contains("There is no backup 9");
  }

  @Test
  void failedBackupsAreCounted() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "not a directory");
    try (FreshService service =
        FreshService.startIn(folder.resolve("data"), "--neardup.backup-dir=" + file)) {
      RunningService http = service.http();
      http.post("/admin/backups", "{\"keep\":0}").require(400);
      http.post("/admin/backups", "{}").require(503);
      Scrape scrape = scrape(http);
      assertThat(scrape.sum("neardup_backup_failures_total")).isOne();
      assertThat(scrape.sum("neardup_backups")).isZero();
      assertThat(scrape.sum(NEWEST)).isNaN();
    }
  }

  @Test
  void backupsWithoutADirectoryAreRefused() {
    RunningService http = SharedService.of().http();
    assertThat(scrape(http).names())
        .contains("neardup_store_writable")
        .noneMatch(name -> name.startsWith("neardup_backup"));
    Answer refused = http.post("/admin/backups", "{}").require(409);
    assertThat(refused.text("/detail")).startsWith("neardup.backup-dir is not configured");
    assertThatThrownBy(
            () -> FreshService.startIn(folder.resolve("data"), "--neardup.restore=latest"))
        .hasStackTraceContaining(
            "neardup.restore: neardup.backup-dir must be configured to restore a backup");
  }

  private static Scrape scrape(RunningService http) {
    return Scrape.of(http.get("/actuator/prometheus").body());
  }

  private static String ids(RunningService http) {
    return String.join(
        " ",
        http.get("/documents")
            .json()
            .get("documents")
            .valueStream()
            .map(document -> document.get("id").asString())
            .toList());
  }
}
