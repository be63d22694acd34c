package io.neardup.cli.corpus;

import io.neardup.cli.files.ColumnNames;
import io.neardup.cli.files.ColumnNames.Chosen;
import io.neardup.cli.files.FileFailure;
import io.neardup.cli.files.InputFile;
import io.neardup.cli.files.RecordBatch;
import io.neardup.cli.files.RecordSource;
import io.neardup.cli.parquet.ParquetSource;
import io.neardup.cli.warc.WarcSource;
import io.neardup.pairs.disk.RecordWriter;
import io.neardup.records.RecordFault;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.LongConsumer;

/// Reads files in order, and passes on what other threads make of their records in the order of the
/// records. A few batches are in memory at once.
///
/// @param files in order
/// @param chooser chooses the columns of all files by the columns of the first
/// @param pool whose threads work on batches
/// @param window the maximum number of batches in work
/// @param progress receives the bytes read from disk since the last call
public record FilePass(
    List<InputFile> files,
    Function<ColumnNames, Chosen> chooser,
    ExecutorService pool,
    int window,
    LongConsumer progress) {

  private static final int SAMPLE_BYTES = 1 << 23;
  private static final int TEXT_STEP = 8; // of the texts of a sample, one is read

  /// Receives results.
  @FunctionalInterface
  public interface MadeReader<T> {
    /// Receives the result of a batch, on the thread that called [#run].
    void read(T result) throws IOException;
  }

  /// Makes a result of a batch, on any thread.
  @FunctionalInterface
  public interface Work<T> {
    /// The result.
    ///
    /// @param first the number of the first record of the batch, from 0 in the order of the files
    T apply(InputFile file, RecordBatch batch, int first);
  }

  /// Opens a file of any format.
  public static RecordSource open(InputFile file) throws IOException {
    return switch (file.format()) {
      case PARQUET -> ParquetSource.open(file);
      case WARC -> WarcSource.open(file);
      case JSONL, CSV, TSV, LINES -> file.open();
    };
  }

  /// Reads all files.
  ///
  /// @param first the number of the first record
  /// @return the number after the last record
  /// @throws FileFailure if a file cannot be read
  public <T> int run(int first, Work<T> work, MadeReader<T> reader) {
    Queue<Future<T>> inWork = new ArrayDeque<>();
    Chosen columns = null;
    int records = first;
    try {
      for (InputFile file : files) {
        try (RecordSource source = open(file)) {
          if (columns == null || columns.texts().equals(Chosen.OF_LINES.texts())) {
            columns = chosen(file, source);
          }
          source.read(columns);
          records = run(file, source, records, work, inWork, reader);
        } catch (IOException e) {
          throw FileFailure.of(file.name(), e);
        }
      }
      while (!inWork.isEmpty()) {
        take(inWork, reader);
      }
      return records;
    } finally {
      inWork.forEach(future -> future.cancel(false));
    }
  }

  /// What files have, about.
  ///
  /// @param textBytes of the texts in a [io.neardup.pairs.disk.WorkFolder]
  public record Estimate(long records, long textBytes) {}

  /// What the files have, by the first records of the largest.
  public Estimate estimate() {
    InputFile file = Collections.max(files, Comparator.comparingLong(InputFile::size));
    long records = 0;
    long textBytes = 0;
    try (RecordSource source = open(file)) {
      source.read(chosen(file, source));
      RecordBatch batch = source.next();
      for (; batch != null && source.bytesRead() < SAMPLE_BYTES; batch = source.next()) {
        records += batch.size();
        textBytes += textBytes(batch);
      }
      double bytes = files.stream().mapToLong(InputFile::size).sum();
      double share =
          batch == null && files.size() == 1 ? 1 : bytes / Math.max(1, source.bytesRead());
      return new Estimate(Math.round(share * records), Math.round(share * textBytes));
    } catch (IOException e) {
      throw FileFailure.of(file.name(), e);
    }
  }

  /// The bytes of the texts of a batch, by some of them.
  private static long textBytes(RecordBatch batch) {
    long bytes = 0;
    for (int i = 0; i < batch.size(); i += TEXT_STEP) {
      try {
        bytes += (long) TEXT_STEP * (Integer.BYTES + RecordWriter.bytes(batch.read(i).text()));
      } catch (RecordFault _) {
        // it has none
      }
    }
    return bytes;
  }

  private Chosen chosen(InputFile file, RecordSource source) throws IOException {
    try {
      return chooser.apply(source.columns());
    } catch (FileFailure e) {
      throw new FileFailure(e.getMessage() + file.layout().asRead(), e);
    }
  }

  private <T> int run(
      InputFile file,
      RecordSource source,
      int before,
      Work<T> work,
      Queue<Future<T>> inWork,
      MadeReader<T> reader)
      throws IOException {
    int records = before;
    long read = 0;
    for (RecordBatch batch = source.next(); batch != null; batch = source.next()) {
      RecordBatch next = batch;
      int first = records;
      inWork.add(pool.submit(() -> work.apply(file, next, first)));
      records += batch.size();
      progress.accept(source.bytesRead() - read);
      read = source.bytesRead();
      if (inWork.size() >= window) {
        take(inWork, reader);
      }
    }
    return records;
  }

  private static <T> void take(Queue<Future<T>> inWork, MadeReader<T> reader) {
    try {
      reader.read(inWork.remove().get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FileFailure("interrupted", e);
    } catch (IOException e) {
      throw FileFailure.of("output", e);
    }
  }
}
