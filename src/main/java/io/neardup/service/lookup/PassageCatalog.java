package io.neardup.service.lookup;

import io.neardup.passage.PassageIndex;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.store.ids.OrdinalDirectory.Entry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The anchors of a collection's texts, for passage lookups.
///
/// Any thread may read; [#stored] and [#removed] are called by the committing thread.
/* All stored texts are read once while writes go on; new writes are added from the beginning. A text that was read
is added, under the lock, only if its document has not been written since, so that it does not replace a later
text.

Only documents that lookups find are in the index, so that disabled ones do not count towards its limits. */
public final class PassageCatalog {

  private static final Logger log = LoggerFactory.getLogger(PassageCatalog.class);

  private static final int PAGE = 1_024;

  private final LiveDocuments stored;
  private final Profile profile;
  private final PassageIndex index = new PassageIndex();
  private volatile boolean filled;

  PassageCatalog(LiveDocuments stored, Profile profile) {
    this.stored = stored;
    this.profile = profile;
  }

  /// The index of all texts, null until it is complete.
  public @Nullable PassageIndex index() {
    return filled ? index : null;
  }

  long bytes() {
    return index.bytes();
  }

  /// The distinct anchors of a text. O(characters).
  public long[] anchors(String text) {
    return Winnowing.STANDARD.anchors(profile.tokens(text, false)).distinct();
  }

  void fill() {
    long begun = System.nanoTime();
    String after = "";
    while (after != null) {
      List<String> ids = stored.listIds(after, PAGE);
      ids.parallelStream().forEach(this::read);
      after = ids.size() < PAGE ? null : ids.getLast();
    }
    filled = true;
    long anchors = index.size();
    if (anchors > 0) {
      log.info(
          "Indexed the passages of collection '{}': {} anchors in {} ms",
          stored.incarnation().collection(),
          anchors,
          (System.nanoTime() - begun) / 1_000_000);
    }
  }

  private void read(String id) {
    Entry entry = stored.directory().get(id);
    while (entry != null && entry.enabled()) {
      String text = stored.text(id).orElse(null);
      if (text == null || add(entry, anchors(text))) {
        return;
      }
      entry = stored.directory().get(id);
    }
  }

  /// Adds a text that was read.
  ///
  /// @return false if the document was written since
  private synchronized boolean add(Entry read, long[] anchors) {
    Entry present = stored.directory().get(read.ordinal());
    boolean same = present != null && present.offset() == read.offset();
    if (same) {
      index.put(read.ordinal(), anchors);
    }
    return same;
  }

  /// Adds a stored document, in place of its previous text.
  ///
  /// @param anchors of its text
  public synchronized void stored(int ordinal, long[] anchors) {
    index.put(ordinal, anchors);
  }

  /// Removes a document that lookups no longer find.
  public synchronized void removed(int ordinal) {
    index.remove(ordinal);
  }
}
