package io.neardup.service.job;

import io.neardup.files.DurableFile;
import io.neardup.service.CallerQuota.Share;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/// The directory of jobs. Files get their final name when they are complete and on disk:
///
/// ```
/// <id>.json      the state of a job; capital letters of ids follow a =
/// <id>.ndjson    its results, if it is done
/// *.part         unfinished files, deleted at start
/// ```
final class JobFiles {

  private static final Logger log = LoggerFactory.getLogger(JobFiles.class);
  private static final String STATE = ".json";
  private static final String RESULTS = ".ndjson";
  private static final String PART = ".part";
  private static final long FULL =
      1 << 20; // bytes free, below which a failure is put down to space
  private static final Pattern CAPITAL = Pattern.compile("[A-Z]");

  private final Path directory;
  private final long lowDisk;
  private final JsonMapper mapper;
  private final ObjectReader states; // former versions stored fields that a kind does not have

  /// @param lowDisk free space that results leave, in bytes
  JobFiles(Path directory, long lowDisk, JsonMapper mapper) {
    this.directory = directory.toAbsolutePath().normalize();
    this.lowDisk = lowDisk;
    this.mapper = mapper;
    this.states =
        mapper
            .readerFor(JobStatus.class)
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  }

  /// Deletes unfinished files and reads the states. A state that cannot be read is logged and left
  /// out.
  List<JobStatus> load() {
    List<JobStatus> found = new ArrayList<>();
    try {
      Files.createDirectories(directory);
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.sorted().toList()) {
          String name = file.getFileName().toString();
          if (name.endsWith(PART)) {
            Files.delete(file);
          } else if (name.endsWith(STATE)) {
            read(file, found);
          }
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
    return found;
  }

  private void read(Path file, List<JobStatus> found) throws IOException {
    try {
      found.add(states.readValue(Files.readAllBytes(file)));
    } catch (JacksonException e) {
      log.warn("The job in {} cannot be read and is ignored: {}", file, e.getOriginalMessage());
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

  /// Stores a state durably.
  ///
  /// @throws StoreException if that fails
  void save(JobStatus status) {
    try {
      DurableFile.write(
          file(status.id(), STATE + PART),
          file(status.id(), STATE),
          mapper.writeValueAsBytes(status));
    } catch (IOException e) {
      throw failed(e);
    }
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

  /// The file of the results of a job.
  Path results(String id) {
    return file(id, RESULTS);
  }

  /// Deletes the results of a job, complete or not.
  void deleteResults(String id) {
    delete(results(id));
    delete(file(id, RESULTS + PART));
  }

  /// Deletes everything of a job.
  void delete(String id) {
    deleteResults(id);
    delete(file(id, STATE));
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
