package io.neardup.service.collection;

import io.neardup.passage.MarkedRuns;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.simhash.Xxh3;
import io.neardup.store.CollectionRecords;
import io.neardup.store.CollectionRecords.Change;
import io.neardup.store.CollectionRecords.Kind;
import io.neardup.store.CollectionRecords.Stored;
import io.neardup.store.Incarnation;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The passages marked as boilerplate in a collection: their words do not count as shared.
///
/// They are part of the collection: backed up and deleted with it. Thread-safe.
public final class MarkedBoilerplate {

  /// The maximum length of a passage, in chars.
  public static final int MAX_CHARS = 10_000;

  /// The maximum total length of a collection's passages, in chars.
  public static final int MAX_ALL_CHARS = 1_000_000;

  private static final int NUMBER_DIGITS = 8;

  private final CollectionRecords records;
  private final Incarnation incarnation;
  private final Profile profile;
  private volatile @Nullable Versioned latest;

  MarkedBoilerplate(CollectionRecords records, Incarnation incarnation, Profile profile) {
    this.records = records;
    this.incarnation = incarnation;
    this.profile = profile;
  }

  /// A passage.
  ///
  /// @param id a hash of the text
  public record MarkedPassage(String id, String text) {

    private static MarkedPassage of(String text) {
      return new MarkedPassage(HexFormat.of().toHexDigits(Xxh3.hash(text)), text);
    }

    private static MarkedPassage of(Stored record) {
      return new MarkedPassage(
          record.key().substring(NUMBER_DIGITS),
          new String(record.value(), StandardCharsets.UTF_8));
    }
  }

  /// The word runs of all passages, as of a version of the records.
  private record Versioned(long version, MarkedRuns runs) {}

  /// The word runs of all passages. Read again after a change.
  public MarkedRuns runs() {
    Versioned present = latest;
    return present != null && present.version == version() ? present.runs : read();
  }

  private synchronized MarkedRuns read() {
    long version = version(); // read before the passages, which may change meanwhile
    MarkedRuns read = runsOf(list().stream().map(MarkedPassage::text));
    latest = new Versioned(version, read);
    return read;
  }

  private long version() {
    return records.version(incarnation, Kind.BOILERPLATE);
  }

  private MarkedRuns runsOf(Stream<String> texts) {
    return MarkedRuns.of(texts.map(text -> profile.tokens(text, false)));
  }

  /// All passages in marking order.
  public List<MarkedPassage> list() {
    return stored().stream().map(MarkedPassage::of).toList();
  }

  private List<Stored> stored() {
    return records.list(incarnation, Kind.BOILERPLATE, "", Integer.MAX_VALUE);
  }

  /// Marks a passage. No effect if it is marked already.
  ///
  /// @throws RequestException if the text is too short or too long, or too much is marked
  public synchronized MarkedPassage mark(String text) {
    if (text.length() > MAX_CHARS) {
      throw RequestException.invalid(
          "text", "must have at most " + MAX_CHARS + " characters, had " + text.length());
    }
    if (runsOf(Stream.of(text)).isEmpty()) {
      throw RequestException.invalid(
          "text", "must have at least 6 words, or 8 characters of a script without spaces");
    }
    MarkedPassage marked = MarkedPassage.of(text);
    List<Stored> stored = stored();
    List<MarkedPassage> present = stored.stream().map(MarkedPassage::of).toList();
    if (present.contains(marked)) {
      return marked;
    }
    int chars = present.stream().mapToInt(passage -> passage.text.length()).sum();
    if (chars + text.length() > MAX_ALL_CHARS) {
      throw new RequestException(
          Fault.CONFLICT,
          "text",
          "cannot be marked: all passages may have "
              + MAX_ALL_CHARS
              + " characters together; delete some");
    }
    String key = keyAfter(stored.isEmpty() ? null : stored.getLast().key(), marked.id);
    byte[] value = text.getBytes(StandardCharsets.UTF_8);
    records.apply(incarnation, List.of(new Change(Kind.BOILERPLATE, key, value)));
    return marked;
  }

  /// The key of the next passage: a number, so that keys sort in marking order, and the id.
  private static String keyAfter(@Nullable String last, String id) {
    int number = last == null ? 0 : HexFormat.fromHexDigits(last, 0, NUMBER_DIGITS) + 1;
    return HexFormat.of().toHexDigits(number) + id;
  }

  /// Unmarks a passage, or all if the id is null.
  ///
  /// @throws RequestException NOT_FOUND if no marked passage has the id
  public synchronized void unmark(@Nullable String id) {
    if (id == null) {
      records.clear(incarnation, Kind.BOILERPLATE);
      return;
    }
    List<Change> removals =
        stored().stream()
            .map(Stored::key)
            .filter(key -> key.substring(NUMBER_DIGITS).equals(id))
            .map(key -> new Change(Kind.BOILERPLATE, key, null))
            .toList();
    if (removals.isEmpty()) {
      throw new RequestException(
          Fault.NOT_FOUND, "id", "names no marked passage; list them with GET");
    }
    records.apply(incarnation, removals);
  }
}
