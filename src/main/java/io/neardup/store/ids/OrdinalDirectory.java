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

/// The documents of one collection in memory: maps ids to ordinals, the document numbers of the
/// index, and back, and holds the data that lookups need without a disk read.
///
/// Takes about 41 bytes per document plus its id, rounded up to 8; no object per document. Readers
/// take no lock; writers exclude each other. Ordinals are not stored on disk: each start assigns
/// them anew, without gaps.
public final class OrdinalDirectory {

  /// Number of freed ordinals that wait before the first is reused, so that a lookup that still
  /// holds an ordinal does not find another document under it.
  private static final int QUARANTINE = 65_536;

  private static final int TABLES = 64;

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
    return find(utf8, Xxh3.hash(utf8, 0, utf8.length));
  }

  private int find(byte[] id, long hash) {
    return table(hash).find(hash, ordinal -> ids.equals(page(ordinal).id(row(ordinal)), id));
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
        boolean enabled = (row.flags() & Row.ENABLED) != 0;
        return new Entry(ordinal, new String(id, StandardCharsets.UTF_8), row.offset(), enabled);
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
    return row != null && row.isAlive(now);
  }

  /// Whether the ordinal has a document that has not expired, is enabled and is not allowed.
  public boolean isReported(int ordinal, Instant now) {
    Row row = page(ordinal).read(row(ordinal));
    return row != null && row.flags() == Row.ENABLED && row.isAlive(now);
  }

  /// Adds or replaces a document, and returns its ordinal, which does not change until it is
  /// removed.
  public int put(Document document) {
    Revision revision = document.revision();
    Instant expiresAt = revision.expiresAt();
    return put(
        document.id().getBytes(StandardCharsets.UTF_8),
        document.offset(),
        Row.flags(revision.enabled(), revision.allowed()),
        expiresAt == null ? 0 : expiresAt.toEpochMilli());
  }

  /// Adds a document read at start-up.
  public int put(DocumentRow document) {
    return put(
        document.utf8(),
        document.offset(),
        Row.flags(document.enabled(), document.allowed()),
        document.expiresAt());
  }

  private synchronized int put(byte[] id, long offset, int flags, long expiresAt) {
    long hash = Xxh3.hash(id, 0, id.length);
    int known = find(id, hash);
    int ordinal = known >= 0 ? known : nextOrdinal();
    OrdinalPage page = page(ordinal);
    long reference = known >= 0 ? page.id(row(ordinal)) : ids.add(id);
    page.write(row(ordinal), new Row(offset, reference, flags, expiresAt));
    if (known < 0) {
      table(hash).add(hash, ordinal);
      size++;
    }
    return ordinal;
  }

  /// Removes a document, and returns its former ordinal, -1 if there was none.
  public synchronized int remove(String id) {
    byte[] utf8 = id.getBytes(StandardCharsets.UTF_8);
    long hash = Xxh3.hash(utf8, 0, utf8.length);
    int ordinal = find(utf8, hash);
    if (ordinal >= 0) {
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

  /// The in-memory data of a document.
  ///
  /// @param ordinal its number in the index
  /// @param offset of the event that stored this revision
  /// @param enabled whether lookups find it
  public record Entry(int ordinal, String id, long offset, boolean enabled) {}
}
