package io.neardup.cluster.changes;

import io.neardup.cluster.catalog.Catalog;
import io.neardup.cluster.catalog.Catalog.Deletions;
import io.neardup.cluster.catalog.CatalogWriter;
import io.neardup.cluster.kafka.LogRecord;
import io.neardup.cluster.kafka.LogRecord.Claim;
import io.neardup.cluster.kafka.LogRecord.Keyed;
import io.neardup.cluster.kafka.LogRecord.Written;
import io.neardup.cluster.kafka.LogWriter;
import io.neardup.cluster.kafka.TopicReader;
import io.neardup.cluster.kafka.Topics;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.ChangeStream;
import io.neardup.store.ChangeCursor;
import io.neardup.store.ChangePage;
import io.neardup.store.DocumentEvent;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/// The document changes, read from their topic: deletions of collections first, then the partitions
/// in turn, each in order. Skips records of replaced writers. A cursor has the next offset and the
/// epoch of each partition, the next offset of the catalog, and its time.
/* Deletions are read after the documents, but listed before them. So a document in a collection that was created
again follows the deletion of the earlier collection: because its collection is known, the catalog was read up
to there. Documents of deleted collections are left out.

One page at a time is read. */
public final class TopicChanges implements ChangeStream, AutoCloseable {

  private static final int VERSION = 3;

  /// How often to ask for the ends of the log.
  private static final Duration AGE = Duration.ofMillis(100);

  /// Maximum number of records read for a page; records of deleted collections are left out of the
  /// page.
  private static final int MOST_SCANNED = 50_000;

  private final TopicReader reader;
  private final LogWriter writer;
  private final Catalog catalog;
  private final CatalogWriter catalogWriter;
  private final IntToLongFunction epochs;
  private final Clock clock;
  private long @Nullable [] recent; // guarded by this
  private long recentAt; // guarded by this

  /// @param reader of the document topic, closed by this object
  /// @param writer to the same topic
  /// @param catalogWriter lets the catalog catch up
  /// @param epochs by partition, as far as this process has applied the logs
  public TopicChanges(
      TopicReader reader,
      LogWriter writer,
      Catalog catalog,
      CatalogWriter catalogWriter,
      IntToLongFunction epochs,
      Clock clock) {
    this.reader = reader;
    this.writer = writer;
    this.catalog = catalog;
    this.catalogWriter = catalogWriter;
    this.epochs = epochs;
    this.clock = clock;
  }

  /// Where a client continues.
  ///
  /// @param next the next offset of each partition
  /// @param epochs of each partition before that offset: records of earlier epochs do not count
  /// @param catalog the next offset of the catalog
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Cursor(Instant time, long[] next, long[] epochs, long catalog) {}

  @Override
  public Changes page(@Nullable String after, int max, boolean withTexts) {
    Instant now = clock.instant();
    // Read before the ends, so that every known claim is before them.
    long[] known = IntStream.range(0, writer.partitions()).mapToLong(epochs).toArray();
    long[] end = ends();
    Cursor from = start(after, end, known);
    Page page = new Page(from, withTexts);
    page.read(end, max);
    Deletions deletions = catalog.deletions(from.catalog, max);
    List<Logged<DocumentEvent>> changes = new ArrayList<>(deletions.events());
    Cursor next = new Cursor(now, from.next, from.epochs, deletions.next());
    if (!deletions.more()) {
      changes.addAll(page.latest.sequencedValues());
      next = new Cursor(now, page.next, page.epochs, deletions.next());
    }
    return new Changes(changes, token(next), 0, deletions.more() || isBehind(next.next, end));
  }

  @Override
  public void await(String after, long millis) throws InterruptedException {
    Cursor cursor = parse(after);
    long until = System.nanoTime() + millis * 1_000_000;
    for (long left = millis * 1_000_000; left > 0; left = until - System.nanoTime()) {
      if (catalog.hasDeletions(cursor.catalog) || isBehind(cursor.next, recentEnds())) {
        return;
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(AGE.toNanos(), until - System.nanoTime()));
    }
  }

  /// The ends of the log as they were a moment ago, for all clients that wait for changes.
  private synchronized long[] recentEnds() {
    long now = System.nanoTime();
    if (recent == null || now - recentAt >= AGE.toNanos()) {
      recent = ends();
      recentAt = now;
    }
    return recent;
  }

  private Cursor start(@Nullable String after, long[] end, long[] known) {
    if (after == null) {
      return new Cursor(Instant.MAX, new long[end.length], new long[end.length], 0);
    }
    if (after.equals("end")) {
      // If listed later, a deletion before the end would delete what the client has copied since.
      catalogWriter.catchUp();
      return new Cursor(Instant.MAX, end, known, Long.MAX_VALUE);
    }
    Cursor cursor = parse(after);
    if (isBehind(end, cursor.next) && isBeyondLog(cursor.next)) {
      throw otherHistory(after);
    }
    if (cursor.time.plus(Topics.KEEP_DELETES).isBefore(clock.instant())) {
      throw new StoreException(
          StoreFault.TOO_FAR_BEHIND,
          "The cursor "
              + after
              + " is older than "
              + Topics.KEEP_DELETES.toHours()
              + " hours: deletes after it are no longer in the log. Delete what was copied and"
              + " start without a cursor.");
    }
    return cursor;
  }

  /// Whether offsets are after the end of the log. A broker that has just started may report an
  /// earlier end.
  private boolean isBeyondLog(long[] next) {
    try {
      List<CompletableFuture<Long>> marks =
          IntStream.range(0, next.length).mapToObj(writer::mark).toList();
      return isBehind(marks.stream().mapToLong(CompletableFuture::join).toArray(), next);
    } catch (CompletionException e) {
      throw unavailable();
    }
  }

  private static RequestException unavailable() {
    return new RequestException(
        Fault.UNAVAILABLE, "after", "cannot be continued because Kafka does not answer; try again");
  }

  private static StoreException otherHistory(String after) {
    return new StoreException(
        StoreFault.OTHER_HISTORY,
        "The cursor "
            + after
            + " does not belong to this cluster. Delete what was copied and start without a"
            + " cursor.");
  }

  private long[] ends() {
    try {
      return reader.ends(writer.partitions());
    } catch (KafkaException e) {
      throw unavailable();
    }
  }

  private static boolean isBehind(long[] offsets, long[] others) {
    return IntStream.range(0, others.length)
        .anyMatch(partition -> offsets[partition] < others[partition]);
  }

  /// Reads a page.
  private final class Page {

    private final boolean withTexts;
    private final long[] epochs;
    private long[] next;
    private int scanned;
    private long chars;

    /// Of several changes to one document only the last one is listed.
    private final SequencedMap<List<String>, Logged<DocumentEvent>> latest = new LinkedHashMap<>();

    Page(Cursor from, boolean withTexts) {
      this.next = from.next;
      this.epochs = from.epochs.clone();
      this.withTexts = withTexts;
    }

    void read(long[] end, int max) {
      reader.read(
          next,
          end,
          (records, reached) -> {
            records.values().forEach(some -> some.forEach(this::add));
            next = reached;
            return !records.isEmpty()
                && scanned < MOST_SCANNED
                && chars < ChangePage.MAX_CHARS
                && latest.size() < max;
          });
    }

    private void add(ConsumerRecord<byte[], byte[]> raw) {
      scanned++;
      LogRecord read = LogRecord.read(raw);
      if (admits(raw.partition(), read)
          && read instanceof Written change
          && catalog.find(change.event().collection(), change.created()) != null) {
        DocumentEvent event = withTexts ? change.event() : withoutText(change.event());
        chars += ChangePage.chars(event);
        latest.putLast(
            List.of(event.collection(), change.event().id()),
            new Logged<>(LogRecord.position(raw.partition(), raw.offset()), event));
      }
    }

    /// Whether the writer of a record was not replaced before. Compaction leaves only the last
    /// claim, so records carry the epoch as well.
    private boolean admits(int partition, @Nullable LogRecord read) {
      long epoch =
          switch (read) {
            case Claim claim -> claim.epoch();
            case Keyed change -> change.stamp().epoch();
            case null, default -> epochs[partition];
          };
      boolean admitted = epoch >= epochs[partition];
      epochs[partition] = Math.max(epoch, epochs[partition]);
      return admitted;
    }
  }

  private static DocumentEvent withoutText(DocumentEvent event) {
    return event instanceof Put put
        ? new Put(put.collection(), put.id(), put.revision().withoutText(), put.time())
        : event;
  }

  private static String token(Cursor cursor) {
    BinaryWriter out =
        new BinaryWriter(64)
            .octet(VERSION)
            .varint(cursor.time.getEpochSecond())
            .varint(cursor.catalog);
    Arrays.stream(cursor.next).forEach(out::varint);
    Arrays.stream(cursor.epochs).forEach(out::varint);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toBytes());
  }

  private Cursor parse(String token) {
    try {
      BinaryReader in = new BinaryReader(Base64.getUrlDecoder().decode(token));
      if (in.octet() != VERSION) {
        throw new IllegalArgumentException("of another version");
      }
      Instant time = Instant.ofEpochSecond(in.varint());
      long deleted = in.varint();
      long[] next = varints(in);
      long[] before = varints(in);
      in.requireEnd();
      return new Cursor(time, next, before, deleted);
    } catch (RuntimeException e) {
      if (isOfSingleProcess(token)) {
        throw otherHistory(token);
      }
      throw new IllegalArgumentException(
          "must be a cursor that a page of changes returned, was '" + token + "'", e);
    }
  }

  private long[] varints(BinaryReader in) {
    return IntStream.range(0, writer.partitions()).mapToLong(_ -> in.varint()).toArray();
  }

  /// Whether the cursor comes from a single process, whose documents may have been moved to this
  /// cluster.
  private static boolean isOfSingleProcess(String token) {
    try {
      ChangeCursor.parse(token);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public void close() {
    reader.close();
  }
}
