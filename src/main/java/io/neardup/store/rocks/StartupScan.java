package io.neardup.store.rocks;

import io.neardup.store.DocumentRow;
import io.neardup.store.PartitionStore.ReadProgress;
import io.neardup.store.Partitions;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.codec.EncodedRow;
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

/// Reads all documents at start-up. Each thread reads one partition at a time.
final class StartupScan {

  private static final int ROWS_BETWEEN_REPORTS = 16_384;

  private final Database database;
  private final CollectionCatalog collections;
  private final Partitions partitions;
  private final BiConsumer<@Nullable String, StoreException> damages;
  private final ReadProgress progress;
  private final long estimated;
  private final AtomicInteger nextPartition = new AtomicInteger();
  private final LongAdder done = new LongAdder();
  private volatile boolean failed;

  StartupScan(
      Database database,
      CollectionCatalog collections,
      Partitions partitions,
      BiConsumer<@Nullable String, StoreException> damages,
      ReadProgress progress) {
    this.database = database;
    this.collections = collections;
    this.partitions = partitions;
    this.damages = damages;
    this.progress = progress;
    this.estimated = database.estimate(ColumnFamily.DOCUMENTS);
  }

  void run(int threads, Supplier<Consumer<DocumentRow>> visitors) {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService readers = Executors.newFixedThreadPool(threads)) {
      for (int thread = 0; thread < threads; thread++) {
        Consumer<DocumentRow> visitor = visitors.get();
        running.add(readers.submit(() -> readPartitions(visitor)));
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
      throw new StoreException(
          StoreException.StoreFault.CLOSED, "Reading the documents was interrupted.", e);
    }
  }

  private void readPartitions(Consumer<DocumentRow> visitor) {
    int partition = nextPartition.getAndIncrement();
    while (partition < partitions.count() && !failed) {
      try {
        byte[] from = {(byte) partition};
        while (from != null) {
          from = read(partition, from, visitor);
        }
      } catch (RuntimeException | Error e) {
        failed = true;
        throw e;
      }
      partition = nextPartition.getAndIncrement();
    }
  }

  /// @return where to continue after a collection that cannot be read, null at the end
  private byte @Nullable [] read(int partition, byte[] from, Consumer<DocumentRow> visitor) {
    EncodedRow row = new EncodedRow();
    int collection = -1;
    String name = null;
    int unreported = 0;
    try (RangeScan scan =
        database.scan(ColumnFamily.DOCUMENTS, from, DocumentTable.upTo(partition), null, true)) {
      while (!failed && scan.next()) {
        int number = DocumentKey.collection(scan.key());
        if (number != collection) {
          collection = number;
          name = collections.name(number);
        }
        visit(scan, row, name, visitor);
        if (++unreported == ROWS_BETWEEN_REPORTS) {
          report(unreported);
          unreported = 0;
        }
      }
    } catch (StoreException e) {
      return skip(partition, from, collection, e);
    } finally {
      report(unreported);
    }
    return null;
  }

  /// Skips the collection of the row that was read last, or else the first one: an unreadable block
  /// has rows of that collection, or of the next.
  ///
  /// @return where to continue, null if all that is left is of collections without settings
  private byte @Nullable [] skip(int partition, byte[] from, int last, StoreException failure) {
    int first = from.length < DocumentKey.PREFIX ? 0 : DocumentKey.collection(from);
    int unreadable = last >= 0 ? last : collections.firstFrom(first);
    String name = collections.name(unreadable);
    if (!failure.isOfData()) {
      throw failure;
    }
    damages.accept(name, failure);
    return unreadable < 0 ? null : DocumentTable.after(partition, unreadable);
  }

  private static void visit(
      RangeScan scan, EncodedRow row, @Nullable String name, Consumer<DocumentRow> visitor) {
    if (name == null) {
      throw new StoreException(
          StoreFault.DAMAGED,
          "The settings of collection number "
              + DocumentKey.collection(scan.key())
              + " are missing.");
    }
    try {
      row.read(name, scan.key(), scan.keyLength(), scan.value(), scan.valueLength());
      visitor.accept(row);
    } catch (IllegalArgumentException e) {
      throw BinaryReader.damaged(String.valueOf(e.getMessage()));
    }
  }

  private void report(int count) {
    done.add(count);
    long sum = done.sum();
    progress.at(sum, Math.max(sum, estimated));
  }
}
