package io.neardup.service.collection;

import io.neardup.index.StopSignal;
import io.neardup.service.Awaited;
import io.neardup.service.lookup.BriefMemory;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// The writes of a job, or of another change to many documents, started and awaited in parts so
/// that other callers' writes wait for few. The memory of a part's texts is counted until it is
/// written. Work stopped before a part writes nothing of it; a part that has started is written
/// completely, and its progress is stored before the next part. Confined to one thread.
public final class WriteBatch<T> implements AutoCloseable {

  private static final int MAX_SIZE = 200; // writes per part
  private static final long MAX_BYTES = 1 << 20; // of a part's texts
  private static final int PAGE = 200;

  private final StopSignal stop;
  private final Runnable wrote;
  private final BriefMemory memory;
  private final BiConsumer<List<T>, StopSignal> write;
  private final List<T> part = new ArrayList<>();
  private long bytes;

  /// @param stop of the work, whose memory the texts take
  /// @param wrote called after each part
  /// @param write writes a part and returns once it is durable; receives the signal that counts the
  ///   part's further memory
  public WriteBatch(StopSignal stop, Runnable wrote, BiConsumer<List<T>, StopSignal> write) {
    this.stop = stop;
    this.wrote = wrote;
    this.memory = new BriefMemory(stop);
    this.write = write;
  }

  /// Adds a write. First writes the current part if it is full, or would be too long with this
  /// text.
  ///
  /// @param textBytes the length of the text to read for it
  /// @param next called once memory for the text is counted
  public void add(long textBytes, Supplier<T> next) {
    if (part.size() == MAX_SIZE || bytes > 0 && bytes + textBytes > MAX_BYTES) {
      finish();
    }
    bytes += textBytes;
    memory.holdText(textBytes);
    part.add(next.get());
  }

  public void finish() {
    stop.check();
    if (!part.isEmpty()) {
      write.accept(part, memory);
      part.clear();
      memory.release();
      bytes = 0;
      wrote.run();
    }
  }

  /// Adds a write for each selected document of a collection, in id order, and writes all of them.
  ///
  /// @param which selects among the documents that pass the filter
  /// @param next see [#add]
  public void each(
      DocumentCollection collection,
      DocumentFilter filter,
      Predicate<Document> which,
      Function<Document, T> next) {
    String after = "";
    while (after != null) {
      DocumentPage page = collection.documents().page(after, PAGE, filter);
      for (Document document : page.documents()) {
        stop.check();
        if (which.test(document)) {
          add(collection.documents().contentBytes(document.id()), () -> next.apply(document));
        }
      }
      after = page.next();
    }
    finish();
  }

  /// Starts all writes of a part at once, and reports successful ones in order, even if others
  /// fail.
  ///
  /// @param write reports failures through its result
  /// @throws RuntimeException the first failure
  public static <T, R> void writeAll(
      List<T> part, Function<T, CompletableFuture<R>> write, BiConsumer<T, R> written) {
    List<CompletableFuture<R>> begun = part.stream().map(write).toList();
    RuntimeException failure = null;
    for (int i = 0; i < begun.size(); i++) {
      try {
        written.accept(part.get(i), Awaited.of(begun.get(i)));
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() {
    memory.close();
  }
}
