package io.neardup.spark.input;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/// The formats of inputs.
@SuppressWarnings("JavaCase") // as written in the option
public enum CorpusFormat {
  parquet,
  jsonl;

  /// The format of the first file.
  ///
  /// @throws JobException if there is no file, or its name does not show the format
  public static CorpusFormat of(SparkSession spark, List<String> input) throws IOException {
    for (String path : input) {
      Path pattern = new Path(path);
      FileSystem files = pattern.getFileSystem(spark.sparkContext().hadoopConfiguration());
      FileStatus[] found = files.globStatus(pattern);
      if (found == null || found.length == 0) {
        throw new JobException("--input " + path + ": there is no such file");
      }
      for (FileStatus status : found) {
        String name = firstFile(files, status);
        if (name != null) {
          CorpusFormat format = ofName(name);
          if (format == null) {
            throw new JobException(
                name + ": the format is not clear from the name; name it by --format");
          }
          return format;
        }
      }
    }
    throw new JobException("--input " + String.join(" ", input) + ": has no files");
  }

  private static @Nullable String firstFile(FileSystem files, FileStatus status)
      throws IOException {
    if (status.isFile()) {
      return status.getPath().toString();
    }
    try {
      RemoteIterator<LocatedFileStatus> all = files.listFiles(status.getPath(), true);
      while (all.hasNext()) {
        Path file = all.next().getPath();
        if (!file.getName().startsWith("_") && !file.getName().startsWith(".")) {
          return file.toString();
        }
      }
    } catch (FileNotFoundException e) {
      throw new JobException(status.getPath() + ": was deleted while it was read; start again", e);
    }
    return null;
  }

  /// The format of a file by its name, null if that is not clear.
  private static @Nullable CorpusFormat ofName(String name) {
    String lower = name.toLowerCase(Locale.ROOT).replaceFirst("\\.(gz|zst|bz2)$", "");
    if (lower.endsWith(".parquet") || lower.endsWith(".parq")) {
      return parquet;
    }
    return lower.endsWith(".jsonl") || lower.endsWith(".ndjson") || lower.endsWith(".json")
        ? jsonl
        : null;
  }
}
