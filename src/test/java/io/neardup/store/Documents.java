package io.neardup.store;

import io.neardup.simhash.FeatureVector;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.disk.DocumentStore;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Documents to store in tests.
public final class Documents {

  public static final String COLLECTION = "news";

  /// The store does not interpret the name of a profile; this one occurs in
  /// `data-directory-v4.zip`.
  public static final String PROFILE = "wide-v1";

  public static final Instant NOW = Instant.parse("2026-03-01T12:00:00.123Z");

  private Documents() {}

  public static void makeCollection(DocumentStore store) {
    store.collections().put(new CollectionSettings(COLLECTION, PROFILE, null, true, null, NOW));
  }

  /// Opens a store that has the collection.
  public static DocumentStore open(Path directory) {
    DocumentStore store = DocumentStore.open(directory, StoreOptions.DEFAULTS);
    makeCollection(store);
    return store;
  }

  public static Incarnation incarnation(DocumentStore store) {
    return store.collections().incarnation(COLLECTION);
  }

  public static Optional<Document> find(DocumentStore store, String id) {
    return store.documents().find(incarnation(store), id);
  }

  public static Optional<String> text(DocumentStore store, String id) {
    return store.documents().text(incarnation(store), id);
  }

  public static List<Document> list(DocumentStore store) {
    return store.documents().list(incarnation(store), "", 1_000_000);
  }

  public static List<String> ids(DocumentStore store) {
    return list(store).stream().map(Document::id).toList();
  }

  public static DocumentEvent.Put put(String id) {
    return put(id, 1, null, null);
  }

  /// Puts of `id<from>` to `id<to - 1>`.
  public static List<DocumentEvent.Put> puts(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> put("id" + i)).toList();
  }

  public static DocumentEvent.Put put(
      String id, long version, @Nullable String metadata, @Nullable String text) {
    return new DocumentEvent.Put(COLLECTION, id, revision(id, version, metadata, text, null), NOW);
  }

  public static DocumentEvent.Put expiring(String id, Instant expiresAt) {
    return new DocumentEvent.Put(COLLECTION, id, revision(id, 1, null, null, expiresAt), NOW);
  }

  public static Revision revision(
      String id,
      long version,
      @Nullable String metadata,
      @Nullable String text,
      @Nullable Instant expiresAt) {
    long word = id.hashCode() * 0x9E3779B97F4A7C15L + version;
    return new Revision(
        Fingerprint.of(128, word, ~word),
        42,
        PROFILE,
        metadata,
        text,
        null,
        Verdict.NONE,
        version,
        NOW,
        expiresAt,
        null,
        null,
        null);
  }

  public static DocumentEvent.Delete delete(String id) {
    return delete(id, NOW);
  }

  public static DocumentEvent.Delete delete(String id, Instant time) {
    return new DocumentEvent.Delete(COLLECTION, id, time);
  }

  /// A random event; each of its optional parts may be present or not.
  public static DocumentEvent random(RandomGenerator random) {
    String collection = text(random, 12);
    Instant time = time(random);
    return switch (random.nextInt(8)) {
      case 0 -> new DocumentEvent.Delete(collection, text(random, 40), time);
      case 1 -> new DocumentEvent.Clear(collection, time);
      default -> new DocumentEvent.Put(collection, text(random, 40), revision(random), time);
    };
  }

  private static Revision revision(RandomGenerator random) {
    Revision revision = ofClient(random);
    if (revision.text() == null && random.nextBoolean()) {
      revision = revision.with(revision.metadata(), null, vector(random));
    }
    return random.nextInt(4) == 0
        ? revision.disabledBy(text(random, 10), random.nextBoolean() ? time(random) : null)
        : revision;
  }

  private static FeatureVector vector(RandomGenerator random) {
    long[] hashes = random.longs(random.nextInt(40)).distinct().toArray();
    return FeatureVector.of(hashes, random.longs(hashes.length, 1, 1L << 40).toArray());
  }

  private static Revision ofClient(RandomGenerator random) {
    Fingerprint fingerprint = fingerprint(random, random.nextInt(32, 513));
    return new Revision(
        fingerprint,
        random.nextBoolean() ? random.nextInt() >>> 1 : null,
        text(random, 10),
        random.nextBoolean() ? text(random, 700) : null,
        random.nextBoolean() ? text(random, 3000) : null,
        random.nextBoolean() ? new ContentHash(random.nextLong(), random.nextLong()) : null,
        verdict(random, fingerprint.bits()),
        1 + (random.nextLong() >>> 1 + random.nextInt(62)) % Long.MAX_VALUE,
        time(random),
        random.nextBoolean() ? time(random) : null,
        null,
        null,
        null);
  }

  private static Verdict verdict(RandomGenerator random, int bits) {
    Fingerprint judged = random.nextBoolean() ? fingerprint(random, bits) : null;
    return random.nextInt(4) == 0
        ? new Verdict(true, false, null, true)
        : new Verdict(random.nextBoolean(), random.nextBoolean(), judged, false);
  }

  private static Fingerprint fingerprint(RandomGenerator random, int bits) {
    long[] words = random.longs((bits + 63) / 64).toArray();
    words[words.length - 1] &= -1L >>> words.length * 64 - bits;
    return Fingerprint.of(bits, words);
  }

  /// A random time, possibly before 1970.
  private static Instant time(RandomGenerator random) {
    return Instant.ofEpochMilli(random.nextLong(-1_000_000_000_000L, 4_000_000_000_000L));
  }

  private static String text(RandomGenerator random, int maxChars) {
    List<String> alphabet = List.of("a", "b", "7", "/", "é", "文", "𝄞", "-", " ");
    StringBuilder text = new StringBuilder("x");
    int length = random.nextInt(maxChars);
    while (text.length() < length) {
      text.append(alphabet.get(random.nextInt(alphabet.size())));
    }
    return text.toString();
  }
}
