package io.neardup.store.rocks;

import io.neardup.store.DocumentRow;
import io.neardup.store.Incarnation;
import io.neardup.store.PartitionStore.Expired;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.DocumentKey;
import io.neardup.store.codec.RevisionCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The documents ordered by their expiry.
///
/// Entries are not removed when a document is deleted or its expiry changes; readers compare
/// entries with the document and remove outdated ones.
///
/// Entries of quarantined collections remain. Scans start behind the leading ones, so as not to
/// read them again and again; once an hour a scan starts with the first entry.
final class ExpiryIndex {

  /// A document may get an entry that has already expired. Entries older than this are assumed to
  /// be complete until the next full scan.
  private static final Duration LATE = Duration.ofHours(1);

  private final Database database;
  private final CollectionCatalog collections;
  private byte[] first = {}; // earlier entries belong to unused collections; guarded by this
  private final Set<Incarnation> unused = new HashSet<>(); // guarded by this
  private Instant scannedAll = Instant.EPOCH; // guarded by this

  ExpiryIndex(Database database, CollectionCatalog collections) {
    this.database = database;
    this.collections = collections;
  }

  static byte[] key(Instant expiresAt, byte[] documentKey) {
    return new BinaryWriter(Long.BYTES + documentKey.length)
        .fixed(Math.max(0, expiresAt.toEpochMilli()))
        .raw(documentKey)
        .toBytes();
  }

  synchronized List<Expired> before(Instant before, int max, Predicate<Incarnation> of) {
    List<Expired> expired = new ArrayList<>();
    byte[] end = time(before);
    byte[] late = time(before.minus(LATE));
    List<byte[]> outdated = new ArrayList<>();
    if (before.isAfter(scannedAll.plus(LATE))
        || Arrays.compareUnsigned(first, end) > 0
        || unused.stream().anyMatch(each -> !isPresent(each) || of.test(each))) {
      first = new byte[0];
      unused.clear();
      scannedAll = before;
    }
    boolean areUnused = true;
    try (RangeScan scan = database.scan(ColumnFamily.EXPIRIES, first, end)) {
      while (expired.size() < max && scan.next()) {
        byte[] entry = scan.key();
        Incarnation present = collection(entry);
        if (present != null && !of.test(present)) {
          if (areUnused && Arrays.compareUnsigned(entry, late) < 0) {
            first = entry;
            unused.add(present);
          }
          continue;
        }
        areUnused = false;
        Expired document = check(entry);
        if (document == null) {
          outdated.add(entry);
        } else {
          expired.add(document);
        }
      }
    }
    if (!outdated.isEmpty()) {
      takeAway(outdated);
    }
    return expired;
  }

  private static byte[] time(Instant at) {
    return new BinaryWriter(Long.BYTES).fixed(Math.max(0, at.toEpochMilli())).toBytes();
  }

  private boolean isPresent(Incarnation collection) {
    return collection.collection().equals(collections.name(collection.number()));
  }

  /// The document of an entry, null if it was deleted or has another expiry.
  private @Nullable Expired check(byte[] entry) {
    long time = new BinaryReader(entry).fixed();
    byte[] key = Arrays.copyOfRange(entry, Long.BYTES, entry.length);
    Incarnation collection = collection(entry);
    byte[] value = collection == null ? null : database.get(ColumnFamily.DOCUMENTS, key);
    if (collection == null || value == null) {
      return null;
    }
    DocumentRow row = RevisionCodec.readRow(collection.collection(), key, value);
    return row.expiresAt() != 0 && Math.max(0, row.expiresAt()) == time
        ? new Expired(collection, row.id(), Instant.ofEpochMilli(row.expiresAt()))
        : null;
  }

  private @Nullable Incarnation collection(byte[] entry) {
    int number = DocumentKey.collection(Arrays.copyOfRange(entry, Long.BYTES, entry.length));
    String name = collections.name(number);
    return name == null ? null : new Incarnation(name, number);
  }

  private void takeAway(List<byte[]> entries) {
    // Without the lock, a document that gets this expiry now could lose its entry.
    synchronized (database.committing()) {
      try (Batch batch = database.batch()) {
        for (byte[] entry : entries) {
          if (check(entry) == null) {
            batch.delete(ColumnFamily.EXPIRIES, entry);
          }
        }
        batch.writeLazily();
      }
    }
  }
}
