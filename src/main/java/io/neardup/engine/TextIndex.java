package io.neardup.engine;

import io.neardup.index.FingerprintIndex;
import io.neardup.index.Match;
import io.neardup.index.SearchResult;
import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.profile.Profiles;
import io.neardup.profile.Sketch;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// An index of texts in memory that finds near-duplicates: the shortest way into the engine. It
/// keeps ids and fingerprints, not texts. Therefore it matches by distance: unlike the service and
/// the command line, it does not verify candidates near the limit by the features of their texts. A
/// caller that has the texts can do so with [io.neardup.measure.WeightedJaccard].
///
/// Any thread may look up, without locks, while others write; writes wait for each other. A lookup
/// that begins after a write has returned sees it. A text without features, such as an empty one,
/// is kept but never matches.
///
/// Each new id takes a number, and removing an id does not free it, so an index takes at most 2^31
/// new ids.
public final class TextIndex {

  private static final double DEFAULT_RECALL = 0.95;
  private static final int DEFAULT_LIMIT = 10;

  private final Profile profile;
  private final FingerprintIndex index;
  private final Map<String, IndexedText> texts = new ConcurrentHashMap<>();

  /// Ids by number. An element is written before its number is in the index, and the array is
  /// replaced when it is full.
  private volatile @Nullable String[] ids = new String[16];

  private int numbers;

  /// An empty index for texts of natural languages, by the default profile.
  public TextIndex() {
    this(Profiles.SIMHASH_256_V1, IndexLayout.DEFAULT);
  }

  /// An empty index.
  ///
  /// @param profile computes the fingerprints
  /// @param layout the tables of the index
  /// @throws IllegalArgumentException if the layout is not possible for the bits of the profile
  public TextIndex(Profile profile, IndexLayout layout) {
    this.profile = profile;
    this.index = layout.create(profile.bits(), profile.maxDistance(), this::idOf);
  }

  /// Adds a text, or replaces the one with this id. O(characters).
  ///
  /// @return whether the id is new
  /// @throws IllegalStateException if no number is left for a new id
  public boolean put(String id, String text) {
    Sketch sketch = sketch(text);
    Fingerprint fingerprint = sketch.features() == 0 ? null : sketch.fingerprint();
    synchronized (this) {
      IndexedText before = texts.get(id);
      IndexedText indexed =
          new IndexedText(before == null ? numberFor(id) : before.number(), fingerprint);
      index(indexed.number(), before == null ? null : before.fingerprint(), fingerprint);
      texts.put(id, indexed);
      return before == null;
    }
  }

  /// Removes a text.
  ///
  /// @return whether there was one with this id
  public synchronized boolean remove(String id) {
    IndexedText indexed = texts.remove(id);
    if (indexed == null) {
      return false;
    }
    index(indexed.number(), indexed.fingerprint(), null);
    ids[indexed.number()] = null;
    return true;
  }

  /// The ten texts nearest to this one within the distance of the profile, nearest first, then by
  /// id. A text at exactly that distance is found with a probability of at least 0.95, nearer texts
  /// with a higher probability.
  public List<Match> find(String text) {
    return find(text, profile.maxDistance(), DEFAULT_RECALL, DEFAULT_LIMIT).matches();
  }

  /// The texts within a distance of this one, nearest first, then by id.
  ///
  /// @param maxDistance 0 to the width of the fingerprints, in bits
  /// @param recall the probability of finding a text at exactly that distance, above 0, at most 1;
  ///   1 finds all
  /// @param limit maximum number of matches, 1 or more
  /// @throws IllegalArgumentException if a value is out of range
  public SearchResult find(String text, int maxDistance, double recall, int limit) {
    require(
        maxDistance >= 0 && maxDistance <= profile.bits(),
        "maxDistance must be 0.." + profile.bits() + " bits, was " + maxDistance);
    require(recall > 0 && recall <= 1, "recall must be above 0 and at most 1, was " + recall);
    require(limit >= 1, "limit must be 1 or more, was " + limit);
    Sketch sketch = sketch(text);
    return sketch.features() == 0
        ? new SearchResult(List.of(), false, index.plan(maxDistance, recall), 0)
        : index.search(sketch.fingerprint(), maxDistance, recall, limit);
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new IllegalArgumentException(message);
    }
  }

  /// The fingerprint of a text and the number of its features, without an index. O(characters).
  public Sketch sketch(String text) {
    return profile.sketch(new Content.Text(text));
  }

  /// The number of texts.
  public int size() {
    return texts.size();
  }

  private @Nullable String idOf(int number) {
    return ids[number];
  }

  private int numberFor(String id) {
    if (numbers == Integer.MAX_VALUE - 8) {
      throw new IllegalStateException("an index takes " + numbers + " new ids; create another one");
    }
    if (numbers == ids.length) {
      ids = Arrays.copyOf(ids, (int) Math.min(2L * numbers, Integer.MAX_VALUE - 8));
    }
    ids[numbers] = id;
    return numbers++;
  }

  private void index(int number, @Nullable Fingerprint before, @Nullable Fingerprint after) {
    if (before != null && after != null) {
      index.move(number, before, after);
    } else if (after != null) {
      index.add(number, after);
    } else if (before != null) {
      index.remove(number, before);
    }
  }

  private record IndexedText(int number, @Nullable Fingerprint fingerprint) {}
}
