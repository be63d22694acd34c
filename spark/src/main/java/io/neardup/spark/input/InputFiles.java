package io.neardup.spark.input;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.InvalidInputException;
import org.jspecify.annotations.Nullable;

/// The files of an input: those that are named, those that fit patterns, and all in folders. They
/// are listed once.
public final class InputFiles {

  private final List<String> given;
  private final String option;
  private final Job job;
  private @Nullable List<FileStatus> listed;

  /// @param option that names them, for messages
  /// @param paths files, folders and patterns
  public InputFiles(Configuration configuration, String option, List<String> paths)
      throws IOException {
    this.given = List.copyOf(paths);
    this.option = option + " " + String.join(" ", paths);
    this.job = Job.getInstance(configuration);
    job.getConfiguration().setBoolean(FileInputFormat.INPUT_DIR_RECURSIVE, true);
    FileInputFormat.setInputPaths(job, paths.stream().map(Path::new).toArray(Path[]::new));
  }

  /// The paths as they are given.
  List<String> given() {
    return given;
  }

  @Override
  public String toString() {
    return option;
  }

  /// A configuration of Hadoop with these files as the input.
  Configuration configuration() {
    return job.getConfiguration();
  }

  /// The files in the order of their paths, each once.
  ///
  /// @throws JobException if there are none
  private List<FileStatus> list() throws IOException {
    List<FileStatus> files = listed;
    if (files == null) {
      try {
        files =
            new LineInputFormat()
                .listStatus(job).stream()
                    .distinct()
                    .sorted(Comparator.comparing(file -> file.getPath().toString()))
                    .toList();
      } catch (InvalidInputException e) {
        throw new JobException(option + ": there is no such file. " + e.getMessage(), e);
      } catch (FileNotFoundException e) {
        throw new JobException(option + ": was deleted while it was read; start again", e);
      }
      if (files.isEmpty()) {
        throw new JobException(option + ": has no files");
      }
      listed = files;
    }
    return files;
  }

  /// Their paths.
  ///
  /// @throws JobException if there are none
  public List<String> paths() throws IOException {
    return list().stream().map(file -> file.getPath().toString()).toList();
  }

  /// The format of the first one.
  ///
  /// @param otherwise the format if its name does not show one
  /// @throws JobException if there is none, or its format is not known
  public CorpusFormat format(@Nullable CorpusFormat otherwise) throws IOException {
    String first = paths().getFirst();
    CorpusFormat named = CorpusFormat.ofName(first);
    CorpusFormat format = named == null ? otherwise : named;
    if (format == null) {
      throw new JobException(
          first + ": the format is not clear from the name; name it by --format");
    }
    return format;
  }

  /// A digest of their paths, lengths and times of modification: a record is named by its file and
  /// place.
  public String digest() throws IOException {
    StringBuilder states = new StringBuilder();
    for (FileStatus file : list()) {
      states.append(file.getPath()).append(' ').append(file.getLen());
      states.append(' ').append(file.getModificationTime()).append('\n');
    }
    return DigestUtils.sha256Hex(states.toString());
  }
}
