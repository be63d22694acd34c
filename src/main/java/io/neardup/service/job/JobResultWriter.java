package io.neardup.service.job;

import io.neardup.service.CallerQuota.Share;
import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/// Writes the results of a job to a file, a line of JSON each. Thread-safe.
final class JobResultWriter implements AutoCloseable {

  /// Size by which the share of the disk grows, in bytes.
  private static final int STEP = 1 << 20;

  private static final int BUFFER = 1 << 16;

  private final JobFiles files;
  private final Path file;
  private final JsonMapper mapper;
  private final Share share;
  private final FileOutputStream stream; // not a channel, which interrupted threads would close
  private final OutputStream out; // guarded by this
  private long allowed; // bytes; guarded by this
  private volatile long lines;
  private volatile long bytes;

  /// @param share of the size of all results; holds nothing yet
  JobResultWriter(JobFiles files, Path file, JsonMapper mapper, Share share) {
    this.files = files;
    this.file = file;
    this.mapper = mapper;
    this.share = share;
    try {
      this.stream = new FileOutputStream(file.toFile());
    } catch (IOException e) {
      throw files.failed(e);
    }
    this.out = new BufferedOutputStream(stream, BUFFER);
  }

  /// Adds a line.
  ///
  /// @throws RuntimeException if the results are too large or the disk is full
  void append(Object result) {
    byte[] json = mapper.writeValueAsBytes(result);
    synchronized (this) {
      long size = bytes + json.length + 1;
      while (size > allowed) {
        share.take(STEP);
        files.requireSpace(STEP);
        allowed += STEP;
      }
      try {
        out.write(json);
        out.write('\n');
      } catch (IOException e) {
        throw files.failed(e);
      }
      lines++;
      bytes = size;
    }
  }

  long lines() {
    return lines;
  }

  long bytes() {
    return bytes;
  }

  /// Makes all lines visible to readers of the file.
  synchronized Path flushed() {
    try {
      out.flush();
    } catch (IOException e) {
      throw files.failed(e);
    }
    return file;
  }

  /// Makes all lines durable.
  synchronized void sync() {
    flushed();
    try {
      stream.getFD().sync();
    } catch (IOException e) {
      throw files.failed(e);
    }
    share.giveBack(allowed - bytes);
    allowed = bytes;
  }

  /// Closes the file, with or without the lines that are not written yet.
  @Override
  public synchronized void close() {
    try {
      stream.close();
    } catch (IOException e) {
      throw files.failed(e);
    }
  }
}
