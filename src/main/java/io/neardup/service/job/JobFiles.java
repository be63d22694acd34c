package io.neardup.service.job;

import io.neardup.files.DurableFile;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// The directory of jobs. Files get their final name when they are complete and on disk:
///
/// ```
/// <id>.ndjson    the results of a job that is done; capital letters of ids follow a =
/// *.part         unfinished files, deleted at start
/// ```
///
/// @param lowDisk free space that results leave, in bytes
record JobFiles(Path directory, long lowDisk, JsonMapper mapper) {

  private static final String RESULTS = ".ndjson";
  private static final String PART = ".part";
  private static final long FULL =
      1 << 20; // bytes free, below which a failure is put down to space
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  JobFiles {
    directory = directory.toAbsolutePath().normalize();
  }

  /// Creates the directory, and deletes unfinished files.
  void prepare() {
    try {
      Files.createDirectories(directory);
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.filter(each -> each.toString().endsWith(PART)).toList()) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Deletes results that were written before a time: of jobs that are at another instance by now,
  /// or whose collection was deleted.
  void removeOld(Instant oldest) {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(each -> each.toString().endsWith(RESULTS)).toList()) {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// The final state of a job that ran when the process ended, or whose end could not be stored:
  /// its results have their name once it is done.
  JobStatus endOf(JobStatus running, Instant now) {
    long lines = publishedLines(running.id());
    if (lines < 0) {
      return running.ended(JobState.INTERRUPTED, now, null);
    }
    long size = results(running.id()).toFile().length();
    return running
        .with(running.progress().withResults(lines, size))
        .ended(JobState.DONE, now, null);
  }

  /// Begins the results of a job.
  ///
  /// @param share of the size of all results
  JobResultWriter write(String id, Share share) {
    return new JobResultWriter(this, file(id, RESULTS + PART), mapper, share);
  }

  /// The number of lines of complete results, -1 if there are none.
  private long publishedLines(String id) {
    if (!Files.exists(results(id))) {
      return -1;
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(results(id)))) {
      long lines = 0;
      for (int b = in.read(); b >= 0; b = in.read()) {
        lines += b == '\n' ? 1 : 0;
      }
      return lines;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Gives complete results their name.
  void publish(String id) {
    try {
      DurableFile.move(file(id, RESULTS + PART), results(id));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  Path results(String id) {
    return file(id, RESULTS);
  }

  /// The file of the results of a job that is done.
  ///
  /// @throws RequestException CONFLICT if another instance has made them
  Path present(JobStatus done) {
    Path results = results(done.id());
    if (!Files.exists(results)) {
      throw done.conflict("another instance has made its results; restart it");
    }
    return results;
  }

  /// Deletes the results of a job, complete or not.
  void deleteResults(String id) {
    delete(results(id));
    delete(file(id, RESULTS + PART));
  }

  private void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Refuses to fill the disk.
  ///
  /// @throws StoreException DISK_FULL if too little space is free
  void requireSpace(long bytes) {
    if (hasLess(lowDisk + bytes)) {
      throw new StoreException(
          StoreFault.DISK_FULL,
          "The results of the job leave less than neardup.low-disk, "
              + lowDisk
              + " bytes, free on the disk under "
              + directory
              + ". Make room and restart the job.");
    }
  }

  /// A failure to use the directory. Messages of the operating system are in the language of its
  /// user; the free space decides whether the disk is full.
  StoreException failed(IOException e) {
    boolean full = hasLess(Math.max(FULL, lowDisk));
    return new StoreException(
        full ? StoreFault.DISK_FULL : StoreFault.IO,
        "The files of jobs in "
            + directory
            + " cannot be used: "
            + e
            + (full ? ". Make room and try again." : ". Check the disk and the permissions."),
        e);
  }

  /// Whether less space is free. A directory that does not exist reports none.
  private boolean hasLess(long bytes) {
    return Files.isDirectory(directory) && directory.toFile().getUsableSpace() < bytes;
  }

  /// Ids that differ in case alone have files of their own on every file system.
  private Path file(String id, String suffix) {
    return directory.resolve(CAPITAL.matcher(id).replaceAll("=$0") + suffix);
  }
}
