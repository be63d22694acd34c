package io.neardup.service.lookup;

import io.neardup.passage.PassageIndex;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The anchors of the texts of a collection, for lookups of passages.
///
/// Any thread may read; [#stored], [#removed] are called by the committing thread.
/* All stored texts are read once, while writes go on: those are added from the beginning, so that a document
is added twice if it is read as well, which has no effect.

Anchors of documents that were deleted or replaced stay in the index, and lookups refuse these documents
when they have read their texts. When these are as many as the documents, another index is filled beside. */
public final class PassageCatalog {

  private static final Logger log = LoggerFactory.getLogger(PassageCatalog.class);

  /// Threads of their own: the carriers of virtual threads answer requests.
  private static final Executor LATER =
      task -> Thread.ofPlatform().daemon().name("passages").start(task);

  private static final int PAGE = 1_024;
  private static final int FEW = 10_000;

  private final LiveDocuments stored;
  private final Profile profile;
  private volatile @Nullable PassageIndex index; // null until all texts are in it
  private volatile @Nullable PassageIndex filling;
  private int outdated; // for the committing thread

  PassageCatalog(LiveDocuments stored, Profile profile) {
    this.stored = stored;
    this.profile = profile;
  }

  /// The index of all texts, null until it is filled.
  public @Nullable PassageIndex index() {
    return index;
  }

  /// The approximate memory.
  long bytes() {
    PassageIndex present = index;
    PassageIndex next = filling;
    return (present == null ? 0 : present.bytes())
        + (next == null || next == present ? 0 : next.bytes());
  }

  /// The distinct anchors of a text. O(characters).
  public long[] anchors(String text) {
    return Winnowing.STANDARD.anchors(profile.tokens(text, false)).distinct();
  }

  /// Reads all texts.
  void fill() {
    PassageIndex next = new PassageIndex();
    filling = next;
    long begun = System.nanoTime();
    try {
      String after = "";
      while (after != null) {
        List<String> ids = stored.listIds(after, PAGE);
        ids.parallelStream().forEach(id -> read(id, next));
        after = ids.size() < PAGE ? null : ids.getLast();
      }
      index = next;
      if (next.size() > 0) {
        log.info(
            "Indexed the passages of collection '{}': {} anchors in {} ms",
            stored.incarnation().collection(),
            next.size(),
            (System.nanoTime() - begun) / 1_000_000);
      }
    } finally {
      filling = null;
    }
  }

  private void read(String id, PassageIndex next) {
    int ordinal = stored.ordinal(id);
    String text = ordinal < 0 ? null : stored.text(id).orElse(null);
    if (text != null) {
      next.add(ordinal, anchors(text));
    }
  }

  /// Adds a document that was stored.
  ///
  /// @param anchors of its text
  /// @param replaces whether it had another text before
  public void stored(String id, long[] anchors, boolean replaces) {
    int ordinal = stored.ordinal(id);
    PassageIndex present = index;
    PassageIndex next = filling;
    if (present != null) {
      present.add(ordinal, anchors);
    }
    if (next != null && next != present) {
      next.add(ordinal, anchors);
    }
    if (replaces) {
      removed();
    }
  }

  /// Counts a document whose anchors are no longer valid.
  public void removed() {
    outdated++;
    if (index != null && filling == null && outdated > stored.size() + FEW) {
      outdated = 0;
      LATER.execute(this::fillAgain);
    }
  }

  private void fillAgain() {
    try {
      fill();
    } catch (RuntimeException e) {
      log.warn(
          "The passages of collection '{}' keep the anchors of deleted documents",
          stored.incarnation().collection(),
          e);
    }
  }
}
