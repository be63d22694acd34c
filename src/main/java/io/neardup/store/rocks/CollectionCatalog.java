package io.neardup.store.rocks;

import io.neardup.store.CollectionSettings;
import io.neardup.store.CollectionSettings.Numbered;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// The collections, by name and by number. Methods that change them return once the change is on
/// disk.
public final class CollectionCatalog {

  private static final byte[] NEXT_NUMBER = "nextCollection".getBytes(StandardCharsets.UTF_8);
  private static final byte[] FIRST = {};
  private static final byte[] END = filled();

  private final Database database;
  private final Map<String, Numbered> byName = new ConcurrentHashMap<>();
  private final Map<Integer, String> byNumber = new ConcurrentHashMap<>();
  private int nextNumber = 1;

  public CollectionCatalog(Database database) {
    this.database = database;
    byte[] next = database.get(ColumnFamily.META, NEXT_NUMBER);
    if (next != null) {
      nextNumber = new BinaryReader(next).varint(Integer.MAX_VALUE);
    }
    try (RangeScan scan = database.scan(ColumnFamily.COLLECTIONS, FIRST, END)) {
      while (scan.next()) {
        String name = new String(scan.key(), 0, scan.keyLength(), StandardCharsets.UTF_8);
        keep(CollectionSettings.decode(name, Arrays.copyOf(scan.value(), scan.valueLength())));
      }
    }
  }

  /// The settings of a collection.
  public Optional<CollectionSettings> find(String name) {
    return Optional.ofNullable(byName.get(name)).map(Numbered::settings);
  }

  /// All of them, in the order of their names.
  public List<CollectionSettings> list() {
    return byName.values().stream()
        .map(Numbered::settings)
        .sorted(java.util.Comparator.comparing(CollectionSettings::name))
        .toList();
  }

  /// Creates a collection, or changes its settings.
  public synchronized void put(CollectionSettings settings) {
    Numbered earlier = byName.get(settings.name());
    int number = earlier == null ? nextNumber : earlier.number();
    try (WriteBatch batch = new WriteBatch()) {
      batch.put(
          database.handle(ColumnFamily.COLLECTIONS),
          bytes(settings.name()),
          settings.encode(number));
      if (earlier == null) {
        batch.put(
            database.handle(ColumnFamily.META),
            NEXT_NUMBER,
            new BinaryWriter(5).varint(number + 1L).toBytes());
      }
      database.write(batch);
    } catch (RocksDBException e) {
      throw database.readFailure(e);
    }
    if (earlier == null) {
      nextNumber = number + 1;
    }
    keep(new Numbered(number, settings));
  }

  /// The fingerprint, in hex, that the profile of a collection computed for a fixed sample text;
  /// empty if it was not stored.
  public Optional<String> sample(String name) {
    byte[] sample = database.get(ColumnFamily.META, sampleKey(name));
    return sample == null
        ? Optional.empty()
        : Optional.of(new String(sample, StandardCharsets.US_ASCII));
  }

  /// Stores the fingerprint of the sample text, to detect a changed profile.
  public void putSample(String name, String sample) {
    try (WriteBatch batch = new WriteBatch()) {
      batch.put(
          database.handle(ColumnFamily.META),
          sampleKey(name),
          sample.getBytes(StandardCharsets.US_ASCII));
      database.write(batch);
    } catch (RocksDBException e) {
      throw database.readFailure(e);
    }
  }

  private static byte[] sampleKey(String name) {
    return bytes("sample:" + name);
  }

  /// The number of a collection.
  ///
  /// @throws StoreException NO_COLLECTION if it does not exist
  int number(String name) {
    Numbered found = byName.get(name);
    if (found == null) {
      throw missing(name);
    }
    return found.number();
  }

  @Nullable
  public String name(int number) {
    return byNumber.get(number);
  }

  public static StoreException missing(String name) {
    return new StoreException(
        StoreFault.NO_COLLECTION, "There is no collection '" + name + "'; create it first.");
  }

  public void stageRemoval(WriteBatch batch, String name) throws RocksDBException {
    batch.delete(database.handle(ColumnFamily.COLLECTIONS), bytes(name));
    batch.delete(database.handle(ColumnFamily.META), sampleKey(name));
    JudgementTable.stageRemoval(batch, database, number(name));
  }

  public void forget(String name) {
    Numbered removed = byName.remove(name);
    if (removed != null) {
      byNumber.remove(removed.number());
    }
  }

  private void keep(Numbered collection) {
    byName.put(collection.settings().name(), collection);
    byNumber.put(collection.number(), collection.settings().name());
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] filled() {
    byte[] end = new byte[8];
    Arrays.fill(end, (byte) 0xFF); // not a valid UTF-8 byte
    return end;
  }
}
