package io.neardup.store.ids;

import io.neardup.simhash.Xxh3;
import io.neardup.store.Document;
import io.neardup.store.DocumentRow;
import io.neardup.store.Revision;
import io.neardup.store.ids.OrdinalPage.Row;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The documents of one collection in memory: maps ids to ordinals, which are the document numbers
/// of the index, and back, with the data that lookups need without reading from disk.
///
/// Takes about 53 bytes per document plus its id, rounded up to 8; no object per document. Readers
/// take no lock; writers exclude each other. Ordinals are not stored on disk: each start assigns
/// them anew, without gaps.
public final class OrdinalDirectory {

  /// The number of ordinals in quarantine before the first of them is reused, so that a lookup that
  /// still holds an ordinal does not find another document under it.
  private static final int QUARANTINE = 65_536;

  private static final int TABLES = 64;
  private static final int MAX_FEATURES = (1 << 29) - 2;

  private final OrdinalTable[] tables = new OrdinalTable[TABLES];
  private final IdArena ids = new IdArena();
  private volatile OrdinalPage[] pages = {};
  private int ordinals;
  private int firstResting = -1;
  private int lastResting = -1;
  private int quarantined;
  private volatile int size;

  public OrdinalDirectory() {
    Arrays.setAll(tables, i -> new OrdinalTable());
  }

  /// The ordinal of a document, -1 if the id is not stored. O(1).
  public int find(String id) {
    byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
    return find(utf8, 0, utf8.length);
  }

  private int find(byte[] id, int from, int to) {
    long hash = Xxh3.hash(id, from, to);
    return table(hash)
        .find(hash, ordinal -> ids.equals(page(ordinal).id(row(ordinal)), id, from, to));
  }

  public @Nullable Entry get(int ordinal) {
    OrdinalPage page = page(ordinal);
    while (true) {
      Row row = page.read(row(ordinal));
      if (row == null) {
        return null;
      }
      byte[] id = ids.get(row.id());
      if (page.isStill(row(ordinal), row.offset())) {
        return Entry.of(ordinal, new String(id, StandardCharsets.UTF_8), row);
      }
    }
  }

  public @Nullable Entry get(String id) {
    int ordinal = find(id);
    Entry entry = ordinal < 0 ? null : get(ordinal);
    return entry != null && entry.id().equals(id) ? entry : null;
  }

  public @Nullable String id(int ordinal) {
    Entry entry = get(ordinal);
    return entry == null ? null : entry.id();
  }

  public boolean isAlive(int ordinal, Instant now) {
    Row row = page(ordinal).read(row(ordinal));
    return row != null && (row.expiresAt() == 0 || row.expiresAt() > now.toEpochMilli());
  }

  /// Whether the ordinal has a document that has not expired, is enabled, and not allowed.
  public boolean isReported(int ordinal, Instant now) {
    Row row = page(ordinal).read(row(ordinal));
    return row != null
        && (row.features() & 3) == 1
        && (row.expiresAt() == 0 || row.expiresAt() > now.toEpochMilli());
  }

  /// Adds or replaces a document, and returns its ordinal, which does not change until it is
  /// removed.
  public int put(Document document) {
    byte[] id = document.id().getBytes(StandardCharsets.UTF_8);
    Revision revision = document.revision();
    Integer features = revision.features();
    Instant expiresAt = revision.expiresAt();
    Row row =
        new Row(
            document.offset(),
            0,
            revision.version(),
            revision.createdAt().toEpochMilli(),
            pack(features == null ? -1 : features, revision.enabled(), revision.allowed()),
            expiresAt == null ? 0 : expiresAt.toEpochMilli());
    return put(id, 0, id.length, row);
  }

  /// Adds a document read at start-up.
  public int put(DocumentRow document) {
    Row row =
        new Row(
            document.offset(),
            0,
            document.version(),
            document.createdAt(),
            pack(document.features(), document.enabled(), document.allowed()),
            document.expires() ? document.expiresAt() : 0);
    return put(document.buffer(), document.idStart(), document.idEnd(), row);
  }

  private synchronized int put(byte[] id, int from, int to, Row row) {
    long hash = Xxh3.hash(id, from, to);
    OrdinalTable table = table(hash);
    int known =
        table.find(hash, ordinal -> ids.equals(page(ordinal).id(row(ordinal)), id, from, to));
    int ordinal = known >= 0 ? known : nextOrdinal();
    OrdinalPage page = page(ordinal);
    long reference = known >= 0 ? page.id(row(ordinal)) : ids.add(id, from, to - from);
    page.write(
        row(ordinal),
        new Row(
            row.offset(),
            reference,
            row.version(),
            row.createdAt(),
            row.features(),
            row.expiresAt()));
    if (known < 0) {
      table.add(hash, ordinal);
      size++;
    }
    return ordinal;
  }

  /// Removes a document, and returns the ordinal that it had, -1 if there was none.
  public synchronized int remove(String id) {
    byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
    int ordinal = find(utf8, 0, utf8.length);
    if (ordinal >= 0) {
      long hash = Xxh3.hash(utf8, 0, utf8.length);
      table(hash).remove(hash, ordinal);
      page(ordinal).erase(row(ordinal));
      rest(ordinal);
      size--;
    }
    return ordinal;
  }

  public int size() {
    return size;
  }

  /// One more than the highest ordinal ever assigned.
  public synchronized int ordinals() {
    return ordinals;
  }

  public synchronized long bytes() {
    long bytes = ids.bytes();
    for (OrdinalTable table : tables) {
      bytes += table.bytes();
    }
    for (OrdinalPage page : pages) {
      bytes += page.bytes();
    }
    return bytes;
  }

  private int nextOrdinal() {
    if (quarantined > QUARANTINE) {
      int ordinal = firstResting;
      firstResting = page(ordinal).linked(row(ordinal));
      quarantined--;
      ids.remove(page(ordinal).id(row(ordinal)));
      return ordinal;
    }
    if (ordinals == pages.length * OrdinalPage.ROWS) {
      OrdinalPage[] more = Arrays.copyOf(pages, pages.length + 1);
      more[pages.length] = new OrdinalPage();
      pages = more;
    }
    return ordinals++;
  }

  private void rest(int ordinal) {
    if (quarantined == 0) {
      firstResting = ordinal;
    } else {
      page(lastResting).link(row(lastResting), ordinal);
    }
    lastResting = ordinal;
    quarantined++;
  }

  private OrdinalTable table(long hash) {
    return tables[(int) hash & (TABLES - 1)];
  }

  private OrdinalPage page(int ordinal) {
    return pages[ordinal / OrdinalPage.ROWS];
  }

  private static int row(int ordinal) {
    return ordinal % OrdinalPage.ROWS;
  }

  private static int pack(int features, boolean enabled, boolean allowed) {
    return Math.min(features, MAX_FEATURES) + 1 << 2 | (allowed ? 2 : 0) | (enabled ? 1 : 0);
  }

  /// The data of a document that lookups need.
  ///
  /// @param ordinal its number in the index
  /// @param id of the document
  /// @param offset of the event that stored this revision
  /// @param version of the document
  /// @param features of the fingerprint, -1 if unknown
  /// @param enabled whether lookups find it
  /// @param allowed whether its text is allowed
  /// @param createdAt in milliseconds since 1970
  /// @param expiresAt in milliseconds since 1970, 0 for never
  public record Entry(
      int ordinal,
      String id,
      long offset,
      long version,
      int features,
      boolean enabled,
      boolean allowed,
      long createdAt,
      long expiresAt) {

    private static Entry of(int ordinal, String id, Row row) {
      int packed = row.features();
      return new Entry(
          ordinal,
          id,
          row.offset(),
          row.version(),
          (packed >>> 2) - 1,
          (packed & 1) != 0,
          (packed & 2) != 0,
          row.createdAt(),
          row.expiresAt());
    }

    public boolean isExpired(Instant now) {
      return expiresAt != 0 && expiresAt <= now.toEpochMilli();
    }
  }
}
