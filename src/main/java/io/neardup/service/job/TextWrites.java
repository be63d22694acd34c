package io.neardup.service.job;

import io.neardup.index.StopSignal;
import io.neardup.service.lookup.BriefMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The writes of a job that have begun, and the memory of their texts until they have ended. By one
/// thread.
final class TextWrites<T> implements AutoCloseable {

  static final long MAX_BYTES = 1 << 20; // of texts that are written at once

  private final BriefMemory memory;
  private final Consumer<T> written;
  private final List<CompletableFuture<T>> writes = new ArrayList<>();
  private long bytes;

  /// @param context of the job, whose memory the texts take
  /// @param written receives the results in the order of the writes
  TextWrites(JobContext context, Consumer<T> written) {
    this.memory = new BriefMemory(context);
    this.written = written;
  }

  /// Begins a write, after the earlier ones if their texts and its own are long.
  ///
  /// @param textBytes the length of the text that is read for it
  /// @param write receives what counts further memory; null if nothing is to be written
  void add(long textBytes, Function<StopSignal, @Nullable CompletableFuture<T>> write) {
    if (bytes > 0 && bytes + textBytes > MAX_BYTES) {
      finish();
    }
    bytes += textBytes;
    memory.holdText(textBytes);
    CompletableFuture<T> begun = write.apply(memory);
    if (begun != null) {
      writes.add(begun);
    }
  }

  /// Waits for the writes that have begun.
  void finish() {
    writes.forEach(write -> written.accept(write.join()));
    writes.clear();
    memory.release();
    bytes = 0;
  }

  @Override
  public void close() {
    memory.close();
  }
}
