package io.neardup.service.collection;

import io.neardup.passage.MarkedRuns;
import io.neardup.profile.Profile;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.simhash.Xxh3;
import io.neardup.store.Incarnation;
import io.neardup.store.StoredBoilerplate;
import io.neardup.store.StoredBoilerplate.MarkedText;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The passages that are marked as boilerplate of a collection: their words do not count as shared.
///
/// They belong to the collection: they are in its backups, and are deleted with it. Thread-safe.
public final class MarkedBoilerplate {

  /// The maximum number of passages.
  public static final int MAX_PASSAGES = 1_000;

  /// The maximum length of a passage.
  public static final int MAX_CHARS = 10_000;

  private final StoredBoilerplate stored;
  private final Incarnation collection;
  private final Profile profile;
  private volatile @Nullable MarkedRuns runs; // null until it is needed, and after a change

  MarkedBoilerplate(StoredBoilerplate stored, Incarnation collection, Profile profile) {
    this.stored = stored;
    this.collection = collection;
    this.profile = profile;
  }

  /// The runs of words of all passages. Reads them after a change.
  public MarkedRuns runs() {
    MarkedRuns present = runs;
    return present == null ? read() : present;
  }

  private synchronized MarkedRuns read() {
    MarkedRuns present = runs;
    if (present == null) {
      present =
          MarkedRuns.of(list().stream().map(each -> profile.tokens(each.text(), false)));
      runs = present;
    }
    return present;
  }

  /// All passages, in the order of their ids.
  public List<MarkedText> list() {
    return stored.list(collection, null, MAX_PASSAGES);
  }

  /// Marks a passage; one that is marked already remains.
  ///
  /// @throws RequestException if the text is too short or too long, or there are too many passages
  public synchronized MarkedText mark(String text) {
    if (text.length() > MAX_CHARS) {
      throw RequestException.invalid(
          "text", "must have at most " + MAX_CHARS + " characters, had " + text.length());
    }
    if (MarkedRuns.of(List.of(profile.tokens(text, false)).stream()).isEmpty()) {
      throw RequestException.invalid(
          "text", "must have at least 6 words, or 8 characters of a script without spaces");
    }
    MarkedText marked = new MarkedText(HexFormat.of().toHexDigits(Xxh3.hash(text)), text);
    List<MarkedText> present = list();
    if (present.size() == MAX_PASSAGES && !present.contains(marked)) {
      throw new RequestException(
          Fault.CONFLICT,
          "text",
          "cannot be marked: the collection has " + MAX_PASSAGES + " passages, delete some");
    }
    stored.put(collection, marked);
    runs = null;
    return marked;
  }

  /// Removes the mark of a passage, or of all if the id is null.
  ///
  /// @throws RequestException NOT_FOUND if the id is not that of a marked passage
  public synchronized void unmark(@Nullable String id) {
    if (id == null) {
      stored.clear(collection);
    } else if (!stored.remove(collection, id)) {
      throw new RequestException(
          Fault.NOT_FOUND, "id", "is not that of a marked passage; list them with GET");
    }
    runs = null;
  }
}
