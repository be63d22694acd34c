package io.neardup.store.rocks;

import io.neardup.store.CollectionSettings;
import io.neardup.store.CollectionSettings.Numbered;
import io.neardup.store.Incarnation;
import io.neardup.store.StoreException;
import io.neardup.store.StoreException.StoreFault;
import io.neardup.store.StoredCollections;
import io.neardup.store.codec.BinaryReader;
import io.neardup.store.codec.BinaryWriter;
import io.neardup.store.codec.SettingsCodec;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// The collections, by name and by number. Methods that change them return once the change is on
/// disk.
public final class CollectionCatalog implements StoredCollections {

  private static final byte[] NEXT_NUMBER = "nextCollection".getBytes(StandardCharsets.UTF_8);
  private static final byte[] FIRST = {};
  private static final byte[] END = filled();

  private final Database database;
  private final Map<String, Numbered> byName = new ConcurrentHashMap<>();
  private final Map<Integer, CollectionSettings> byNumber = new ConcurrentHashMap<>();
  private final Map<String, StoreException> unreadable = new ConcurrentSkipListMap<>();
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
        try {
          keep(SettingsCodec.decode(name, Arrays.copyOf(scan.value(), scan.valueLength())));
        } catch (StoreException e) {
          unreadable.put(name, e);
        }
      }
    }
  }

  @Override
  public Optional<CollectionSettings> find(String name) {
    return Optional.ofNullable(byName.get(name)).map(Numbered::settings);
  }

  @Override
  public List<CollectionSettings> list() {
    return byName.values().stream()
        .map(Numbered::settings)
        .sorted(Comparator.comparing(CollectionSettings::name))
        .toList();
  }

  @Override
  public Map<String, StoreException> unreadable() {
    return Collections.unmodifiableMap(unreadable);
  }

  @Override
  public synchronized void removeUnreadable(String name) {
    database.inBatch(batch -> {
      stageRemoval(batch, name);
      database.write(batch);
    });
    unreadable.remove(name);
  }

  @Override
  public synchronized Incarnation put(CollectionSettings settings) {
    StoreException unknown = unreadable.get(settings.name());
    if (unknown != null) {
      throw unknown;
    }
    Numbered earlier = byName.get(settings.name());
    int number = earlier == null ? nextNumber : earlier.number();
    database.inBatch(batch -> {
      batch.put(
          database.handle(ColumnFamily.COLLECTIONS),
          bytes(settings.name()),
          SettingsCodec.encode(settings, number));
      if (earlier == null) {
        batch.put(
            database.handle(ColumnFamily.META),
            NEXT_NUMBER,
            new BinaryWriter(5).varint(number + 1L).toBytes());
      }
      database.write(batch);
    });
    if (earlier == null) {
      nextNumber = number + 1;
    }
    keep(new Numbered(number, settings));
    return new Incarnation(settings.name(), number);
  }

  @Override
  public Optional<String> sample(String name) {
    byte[] sample = database.get(ColumnFamily.META, sampleKey(name));
    return sample == null
        ? Optional.empty()
        : Optional.of(new String(sample, StandardCharsets.US_ASCII));
  }

  @Override
  public void putSample(String name, String sample) {
    database.inBatch(batch -> {
      batch.put(
          database.handle(ColumnFamily.META),
          sampleKey(name),
          sample.getBytes(StandardCharsets.US_ASCII));
      database.write(batch);
    });
  }

  private static byte[] sampleKey(String name) {
    return bytes("sample:" + name);
  }

  @Override
  public Incarnation incarnation(String name) {
    Numbered found = byName.get(name);
    if (found == null) {
      throw new StoreException(
          StoreFault.NO_COLLECTION, "There is no collection '" + name + "'; create it first.");
    }
    return new Incarnation(name, found.number());
  }

  @Override
  public void require(Incarnation incarnation) {
    if (!isPresent(incarnation)) {
      throw superseded(incarnation);
    }
  }

  @Override
  public boolean isPresent(Incarnation incarnation) {
    return byNumber.containsKey(incarnation.number());
  }

  private StoreException superseded(Incarnation incarnation) {
    String name = incarnation.collection();
    return byName.containsKey(name)
        ? new StoreException(
            StoreFault.SUPERSEDED,
            "The collection '"
                + name
                + "' was deleted and created again after this request had begun, which belongs to"
                + " the former one. Send it again for the present one.")
        : new StoreException(
            StoreFault.NO_COLLECTION,
            "The collection '"
                + name
                + "' was deleted after this request had begun. Create it, or name another one.");
  }

  /// The lowest number of a collection from that one on, -1 if there is none.
  int firstFrom(int number) {
    return byNumber.keySet().stream()
        .mapToInt(Integer::intValue)
        .filter(each -> each >= number)
        .min()
        .orElse(-1);
  }

  @Nullable
  public String name(int number) {
    CollectionSettings known = byNumber.get(number);
    return known == null ? null : known.name();
  }

  /// The settings of the collection of a number, null if it was deleted.
  @Nullable CollectionSettings find(int number) {
    return byNumber.get(number);
  }

  List<Incarnation> of(int log) {
    return byName.values().stream()
        .filter(each -> each.settings().partition() == log)
        .map(each -> new Incarnation(each.settings().name(), each.number()))
        .toList();
  }

  private void stageRemoval(WriteBatch batch, Incarnation removed) throws RocksDBException {
    stageRemoval(batch, removed.collection());
    RecordTable.stageRemoval(batch, database, removed.number());
  }

  private void stageRemoval(WriteBatch batch, String name) throws RocksDBException {
    batch.delete(database.handle(ColumnFamily.COLLECTIONS), bytes(name));
    batch.delete(database.handle(ColumnFamily.META), sampleKey(name));
  }

  /// Writes a batch that deletes a collection and its documents. The collection is absent from the
  /// moment before, and present again if that fails.
  ///
  /// @throws StoreException SUPERSEDED or NO_COLLECTION if it was deleted before
  public void remove(Incarnation removed, WriteBatch batch) throws RocksDBException {
    require(removed);
    Numbered known = Objects.requireNonNull(byName.get(removed.collection()));
    byNumber.remove(removed.number());
    byName.remove(removed.collection());
    try {
      stageRemoval(batch, removed);
      database.write(batch);
    } catch (RocksDBException | RuntimeException | Error e) {
      keep(known);
      throw e;
    }
  }

  private void keep(Numbered collection) {
    byName.put(collection.settings().name(), collection);
    byNumber.put(collection.number(), collection.settings());
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
