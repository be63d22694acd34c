package io.neardup.store.rocks;

import io.neardup.store.DocumentRow;
import io.neardup.store.PartitionStore.ReadProgress;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.codec.RevisionCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Reads all documents at start-up. Each thread reads one range of keys at a time.
final class StartupScan {

  private static final int ROWS_BETWEEN_REPORTS = 16_384;

  private final Database database;
  private final CollectionCatalog collections;
  private final BiConsumer<String, StoreException> damages;
  private final ReadProgress progress;
  private final long estimated;
  private final List<byte[]> bounds = new ArrayList<>(); // of the ranges
  private final AtomicInteger nextRange = new AtomicInteger();
  private final LongAdder done = new LongAdder();
  private volatile boolean failed;

  StartupScan(
      Database database,
      CollectionCatalog collections,
      BiConsumer<String, StoreException> damages,
      ReadProgress progress) {
    this.database = database;
    this.collections = collections;
    this.damages = damages;
    this.progress = progress;
    this.estimated = database.property(ColumnFamily.DOCUMENTS, "rocksdb.estimate-num-keys");
    bounds.add(Database.FIRST_KEY);
    bounds.addAll(database.bounds(ColumnFamily.DOCUMENTS));
    bounds.add(Database.AFTER_ALL_KEYS);
  }

  void run(int threads, Supplier<Consumer<DocumentRow>> visitors) {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService readers = Executors.newFixedThreadPool(threads)) {
      for (int thread = 0; thread < threads; thread++) {
        Consumer<DocumentRow> visitor = visitors.get();
        running.add(readers.submit(() -> readRanges(visitor)));
      }
      for (Future<?> reader : running) {
        await(reader);
      }
    }
    long all = done.sum();
    progress.at(all, all);
  }

  private static void await(Future<?> reader) {
    try {
      reader.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StoreException(StoreFault.CLOSED, "Reading the documents was interrupted.", e);
    }
  }

  private void readRanges(Consumer<DocumentRow> visitor) {
    int range = nextRange.getAndIncrement();
    while (range < bounds.size() - 1 && !failed) {
      try {
        byte[] from = bounds.get(range);
        while (from != null) {
          from = read(from, bounds.get(range + 1), visitor);
        }
      } catch (RuntimeException | Error e) {
        failed = true;
        throw e;
      }
      range = nextRange.getAndIncrement();
    }
  }

  /// @return where to continue after a collection that cannot be read, null at the end
  private byte @Nullable [] read(byte[] from, byte[] to, Consumer<DocumentRow> visitor) {
    int collection = -1;
    String name = "";
    int unreported = 0;
    try (RangeScan scan = database.scan(ColumnFamily.DOCUMENTS, from, to, null, true)) {
      while (!failed && scan.next()) {
        byte[] key = scan.key();
        int number = DocumentKey.collection(key);
        if (number != collection) {
          collection = number;
          name = name(number);
        }
        visitor.accept(RevisionCodec.readRow(name, key, scan.value()));
        if (++unreported == ROWS_BETWEEN_REPORTS) {
          report(unreported);
          unreported = 0;
        }
      }
    } catch (StoreException e) {
      return skip(from, collection, e);
    } finally {
      report(unreported);
    }
    return null;
  }

  private String name(int collection) {
    String name = collections.name(collection);
    if (name == null) {
      throw new StoreException(
          StoreFault.DAMAGED, "The settings of collection number " + collection + " are missing.");
    }
    return name;
  }

  /// Skips the collection of the last row read, or else the first collection: an unreadable block
  /// has rows of that collection or of the next.
  ///
  /// @return where to continue
  private byte[] skip(byte[] from, int last, StoreException failure) {
    if (!failure.isOfData()) {
      throw failure;
    }
    int first = from.length < DocumentKey.PREFIX ? 0 : DocumentKey.collection(from);
    int unreadable = last >= 0 ? last : collections.firstFrom(first);
    if (unreadable < 0) {
      return Database.AFTER_ALL_KEYS; // the remaining rows belong to no collection
    }
    String name = collections.name(unreadable);
    if (name == null) {
      throw failure;
    }
    damages.accept(name, failure);
    return DocumentKey.first(unreadable + 1);
  }

  private void report(int count) {
    done.add(count);
    long sum = done.sum();
    progress.at(sum, Math.max(sum, estimated));
  }
}
