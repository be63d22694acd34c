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
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The collections, by name and by number. Methods that change them return once the change is on
/// disk.
public final class CollectionCatalog implements StoredCollections {

  public static final byte[] NEXT_NUMBER = "nextCollection".getBytes(StandardCharsets.UTF_8);

  private final Database database;
  private final Map<String, Numbered> byName = new ConcurrentHashMap<>();
  private final Map<Integer, CollectionSettings> byNumber = new ConcurrentHashMap<>();
  private int nextNumber = 1;

  /// @throws StoreException if the settings of a collection cannot be read
  public CollectionCatalog(Database database) {
    this.database = database;
    byte[] next = database.get(ColumnFamily.META, NEXT_NUMBER);
    if (next != null) {
      nextNumber = new BinaryReader(next).varint(Integer.MAX_VALUE);
    }
    try (RangeScan scan =
        database.scan(ColumnFamily.COLLECTIONS, Database.FIRST_KEY, Database.AFTER_ALL_KEYS)) {
      while (scan.next()) {
        String name = new String(scan.key(), StandardCharsets.UTF_8);
        keep(SettingsCodec.decode(name, scan.value()));
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
  public synchronized Incarnation put(CollectionSettings settings) {
    Numbered earlier = byName.get(settings.name());
    int number = earlier == null ? nextNumber : earlier.number();
    try (Batch batch = database.batch()) {
      batch.put(
          ColumnFamily.COLLECTIONS, bytes(settings.name()), SettingsCodec.encode(settings, number));
      if (earlier == null) {
        byte[] next = new BinaryWriter(5).varint(number + 1L).toBytes();
        batch.put(ColumnFamily.META, NEXT_NUMBER, next);
      }
      batch.write();
    }
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
    try (Batch batch = database.batch()) {
      batch.put(ColumnFamily.META, sampleKey(name), sample.getBytes(StandardCharsets.US_ASCII));
      batch.write();
    }
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
                + "' was deleted and created again after this request for the former collection had"
                + " begun. Send it again for the current one.")
        : new StoreException(
            StoreFault.NO_COLLECTION,
            "The collection '"
                + name
                + "' was deleted after this request had begun. Create it, or name another one.");
  }

  /// The lowest collection number from `number` on, -1 if there is none.
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

  /// The settings of the collection with a number, null if it was deleted.
  @Nullable CollectionSettings find(int number) {
    return byNumber.get(number);
  }

  List<Incarnation> of(int log) {
    return byName.values().stream()
        .filter(each -> each.settings().partition() == log)
        .map(each -> new Incarnation(each.settings().name(), each.number()))
        .toList();
  }

  /// Writes a batch that deletes a collection and its documents. The collection disappears just
  /// before the write, and reappears if that fails.
  ///
  /// @throws StoreException SUPERSEDED or NO_COLLECTION if it was deleted before
  public void remove(Incarnation removed, Batch batch) {
    require(removed);
    Numbered known = Objects.requireNonNull(byName.get(removed.collection()));
    byNumber.remove(removed.number());
    byName.remove(removed.collection());
    try {
      batch.delete(ColumnFamily.COLLECTIONS, bytes(removed.collection()));
      batch.delete(ColumnFamily.META, sampleKey(removed.collection()));
      RecordTable.stageRemoval(batch, removed.number());
      batch.write();
    } catch (RuntimeException | Error e) {
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
}
