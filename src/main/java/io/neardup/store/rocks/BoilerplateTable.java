package io.neardup.store.rocks;

import io.neardup.store.Incarnation;
import io.neardup.store.StoredBoilerplate;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The passages that are marked as boilerplate, by collection and id, among the metadata of the data
/// directory.
///
/// ```
/// key    "boilerplate:", number of the collection (4 bytes), id
/// value  text, in UTF-8
/// ```
public final class BoilerplateTable implements StoredBoilerplate {

  static final String PREFIX = "boilerplate:";

  private final CollectionRows rows;

  public BoilerplateTable(Database database, CollectionCatalog collections) {
    this.rows = new CollectionRows(database, collections, PREFIX);
  }

  @Override
  public void put(Incarnation collection, MarkedText passage) {
    rows.put(
        collection,
        List.of(
            new CollectionRows.Row(
                bytes(passage.id()), passage.text().getBytes(StandardCharsets.UTF_8))));
  }

  @Override
  public List<MarkedText> list(Incarnation collection, @Nullable String after, int limit) {
    List<MarkedText> page = new ArrayList<>();
    rows.forEach(
        collection,
        after == null ? null : bytes(after),
        limit,
        (key, value) -> page.add(new MarkedText(utf8(key), utf8(value))));
    return page;
  }

  @Override
  public boolean remove(Incarnation collection, String id) {
    return rows.remove(collection, bytes(id));
  }

  @Override
  public void clear(Incarnation collection) {
    rows.clear(collection);
  }

  private static byte[] bytes(String id) {
    return id.getBytes(StandardCharsets.UTF_8);
  }

  private static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
