package io.neardup.service.collection;

import io.neardup.passage.MarkedRuns;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.simhash.Xxh3;
import io.neardup.store.Incarnation;
import io.neardup.store.StoredCollections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The passages that are marked as boilerplate of a collection: their words do not count as shared.
///
/// They belong to the collection: they are in its backups, and are deleted with it. Thread-safe.
public final class MarkedBoilerplate {

  /// The maximum length of a passage, in chars.
  public static final int MAX_CHARS = 10_000;

  /// The maximum length of all passages of a collection.
  public static final int MAX_ALL_CHARS = 1_000_000;

  private final StoredCollections stored;
  private final Incarnation incarnation;
  private final Profile profile;
  private volatile @Nullable MarkedRuns runs; // null until it is needed, and after a change

  MarkedBoilerplate(StoredCollections stored, Incarnation incarnation, Profile profile) {
    this.stored = stored;
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
  }

  /// The runs of words of all passages. Reads them after a change.
  public MarkedRuns runs() {
    MarkedRuns present = runs;
    return present == null ? read() : present;
  }

  private synchronized MarkedRuns read() {
    MarkedRuns read = runsOf(stored.boilerplate(incarnation).stream());
    runs = read;
    return read;
  }

  private MarkedRuns runsOf(Stream<String> texts) {
    return MarkedRuns.of(texts.map(text -> profile.tokens(text, false)));
  }

  /// All passages, in the order in which they were marked.
  public List<MarkedPassage> list() {
    return stored.boilerplate(incarnation).stream().map(MarkedPassage::of).toList();
  }

  /// Marks a passage; one that is marked already remains.
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
    List<String> present = stored.boilerplate(incarnation);
    if (present.contains(text)) {
      return MarkedPassage.of(text);
    }
    if (present.stream().mapToInt(String::length).sum() + text.length() > MAX_ALL_CHARS) {
      throw new RequestException(
          Fault.CONFLICT,
          "text",
          "cannot be marked: all passages may have "
              + MAX_ALL_CHARS
              + " characters together; delete some");
    }
    put(Stream.concat(present.stream(), Stream.of(text)).toList());
    return MarkedPassage.of(text);
  }

  /// Removes the mark of a passage, or of all if the id is null.
  ///
  /// @throws RequestException NOT_FOUND if the id is not that of a marked passage
  public synchronized void unmark(@Nullable String id) {
    List<MarkedPassage> present = list();
    List<String> kept =
        present.stream()
            .filter(passage -> id != null && !passage.id.equals(id))
            .map(MarkedPassage::text)
            .toList();
    if (id != null && kept.size() == present.size()) {
      throw new RequestException(
          Fault.NOT_FOUND, "id", "is not that of a marked passage; list them with GET");
    }
    put(kept);
  }

  private void put(List<String> texts) {
    stored.putBoilerplate(incarnation, texts);
    runs = null;
  }
}
