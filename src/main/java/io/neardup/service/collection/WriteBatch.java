package io.neardup.service.collection;

import io.neardup.index.StopSignal;
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

/// The writes of a job or of another change of many documents, which are begun and awaited in
/// parts. The memory of the texts of a part is counted until it is written. Work that is stopped
/// before a part begins writes nothing of it; a part that has begun is written as a whole, and its
/// progress is stored before the next one begins: so other callers' writes wait for few. By one
/// thread.
public final class WriteBatch<T> implements AutoCloseable {

  private static final int MAX_SIZE = 200; // of a part
  private static final long MAX_BYTES = 1 << 20; // of its texts
  private static final int PAGE = 200;

  private final StopSignal stop;
  private final Runnable wrote;
  private final BriefMemory memory;
  private final BiConsumer<List<T>, StopSignal> write;
  private final List<T> part = new ArrayList<>();
  private long bytes;

  /// @param stop of the work, whose memory the texts take
  /// @param wrote called after each part
  /// @param write writes a part, and returns once that is durable; receives what counts further
  ///   memory of the part
  public WriteBatch(StopSignal stop, Runnable wrote, BiConsumer<List<T>, StopSignal> write) {
    this.stop = stop;
    this.wrote = wrote;
    this.memory = new BriefMemory(stop);
    this.write = write;
  }

  /// Adds a write, after the earlier ones if they are many, or if their texts and its own are long.
  ///
  /// @param textBytes the length of the text that is read for it
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

  /// Adds a write for documents of a collection, in the order of their ids, and writes all of them.
  ///
  /// @param which of those that pass the filter
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

  /// Begins all writes of a part at once, and reports those that succeed in their order, also if
  /// others fail.
  ///
  /// @param write its failures are in what it returns
  /// @throws RuntimeException the first failure
  public static <T, R> void writeAll(
      List<T> part, Function<T, CompletableFuture<R>> write, BiConsumer<T, R> written) {
    List<CompletableFuture<R>> begun = part.stream().map(write).toList();
    RuntimeException failure = null;
    for (int i = 0; i < begun.size(); i++) {
      try {
        written.accept(part.get(i), begun.get(i).join());
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
