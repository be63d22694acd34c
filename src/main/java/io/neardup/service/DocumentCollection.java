package io.neardup.service;

import io.neardup.index.DocumentIds;
import io.neardup.index.FingerprintIndex;
import io.neardup.index.Match;
import io.neardup.index.Plan;
import io.neardup.index.SearchResult;
import io.neardup.pairs.Rows;
import io.neardup.pairs.RowsBuilder;
import io.neardup.profile.Profile;
import io.neardup.service.Duplicates.NearDocument;
import io.neardup.service.RequestException.Kind;
import io.neardup.service.Stored.Outcome;
import io.neardup.simhash.Fingerprint;
import io.neardup.store.Document;
import io.neardup.store.DocumentStore;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A named set of documents with one profile, and the index that finds the near ones among them.
///
/// Lookups take no lock. Writes are decided one at a time, so that of many near-identical documents
/// posted at once with [OnDuplicate#SKIP] exactly one is stored; fingerprints are made outside of
/// that.
public final class DocumentCollection {

  private static final Comparator<NearDocument> NEAREST_FIRST =
      Comparator.comparingInt(NearDocument::distance).thenComparing(near -> near.document().id());

  private final String name;
  private final Profile profile;
  private final FingerprintService fingerprints;
  private final Clock clock;
  private final DocumentStore store = new DocumentStore();
  private final FingerprintIndex index;
  private final ReentrantLock deciding = new ReentrantLock();

  /// An empty collection.
  ///
  /// @param profile makes the fingerprints of all its documents
  /// @param index makes the index, which must be empty, given the names of its documents
  public DocumentCollection(
      String name,
      Profile profile,
      Function<DocumentIds, FingerprintIndex> index,
      FingerprintService fingerprints,
      Clock clock) {
    this.name = name;
    this.profile = profile;
    this.fingerprints = fingerprints;
    this.clock = clock;
    this.index = index.apply(this::idOf);
  }

  /// Its name.
  public String name() {
    return name;
  }

  /// What makes the fingerprints of its documents.
  public Profile profile() {
    return profile;
  }

  /// The index over its documents.
  public FingerprintIndex index() {
    return index;
  }

  /// How many documents it has.
  public int size() {
    return store.size();
  }

  /// The document of that id.
  public Optional<Document> find(String id) {
    return store.find(id);
  }

  /// The document of that id.
  ///
  /// @throws RequestException if there is none
  public Document get(String id) {
    return store
        .find(id)
        .orElseThrow(() ->
            new RequestException(
                Kind.NOT_FOUND,
                "id",
                "names no document of collection '" + name + "'; store it first"));
  }

  /// The fingerprint of a source, made by, read as or stored for `wanted`.
  ///
  /// @throws RequestException if there is none
  public Fingerprinted resolve(Source source, Profile wanted) {
    return switch (source) {
      case Source.OfContent(var content) -> fingerprints.fingerprint(content, wanted);
      case Source.OfFingerprint(String hex) -> fingerprints.parse(hex, wanted);
      case Source.OfDocument(String id) -> {
        Document document = get(id);
        if (wanted != profile) {
          throw RequestException.invalid(
              "id",
              "names a document of profile "
                  + profile.name()
                  + ", which cannot be compared with "
                  + wanted.name());
        }
        yield new Fingerprinted(document.fingerprint(), profile, document.features());
      }
    };
  }

  /// Finds the documents near a source. A source that is a document is not its own near-duplicate.
  ///
  /// @throws RequestException if the source cannot be had or a number is out of range
  public Duplicates duplicates(Source source, Wanted wanted) {
    Lookup lookup = lookup(wanted);
    Fingerprinted query = resolve(source, profile);
    return search(query, lookup, source instanceof Source.OfDocument(String id) ? id : null);
  }

  /// Stores a document, or not, depending on what is near it; lookup and decision are one step.
  ///
  /// @throws RequestException if the source cannot be had or a number is out of range
  public Stored store(NewDocument incoming) {
    Lookup lookup = lookup(incoming.near());
    String id = incoming.id() == null ? UUID.randomUUID().toString() : incoming.id();
    requireId(id);
    Fingerprinted made = resolve(incoming.source(), profile);
    deciding.lock();
    try {
      return decide(incoming, id, made, lookup);
    } finally {
      deciding.unlock();
    }
  }

  /// Removes the document of that id, and tells whether there was one.
  public boolean remove(String id) {
    deciding.lock();
    try {
      Document document = store.find(id).orElse(null);
      if (document == null) {
        return false;
      }
      forget(document);
      return true;
    } finally {
      deciding.unlock();
    }
  }

  private Lookup lookup(Wanted wanted) {
    return wanted.nearest() == null
        ? new Lookup(
            Limits.maxDistance(wanted.maxDistance(), profile),
            Limits.recall(wanted.recall()),
            Limits.limit(wanted.limit()),
            false)
        : new Lookup(profile.bits(), 1, Limits.nearest(wanted), true);
  }

  /// The fingerprints of all documents that can be near others, as they are at one moment. Writes
  /// wait while they are copied, about 0.1 s a million.
  ///
  /// @param pool whose threads sort them
  Rows snapshot(ForkJoinPool pool) {
    RowsBuilder rows = new RowsBuilder(profile.bits(), store.size());
    deciding.lock();
    try {
      store.forEach(document -> {
        if (isMatchable(document)) {
          rows.add(document.number(), document.fingerprint());
        }
      });
    } finally {
      deciding.unlock();
    }
    return rows.build(pool);
  }

  /// The document of that number if it still has that fingerprint.
  @Nullable Document current(int number, Fingerprint fingerprint) {
    Document document = store.get(number);
    return document != null && document.fingerprint().equals(fingerprint) ? document : null;
  }

  private Stored decide(NewDocument incoming, String id, Fingerprinted made, Lookup lookup) {
    Duplicates duplicates = search(made, lookup, id);
    if (incoming.onDuplicate() == OnDuplicate.SKIP && !duplicates.matches().isEmpty()) {
      return new Stored(id, Outcome.SKIPPED, null, duplicates, List.of());
    }
    List<String> removed =
        incoming.onDuplicate() == OnDuplicate.REPLACE
            ? forgetAll(duplicates, lookup, id)
            : List.of();
    Document earlier = store.find(id).orElse(null);
    Document document = write(incoming, id, made, earlier);
    boolean added = earlier == null && removed.isEmpty();
    return new Stored(
        id, added ? Outcome.ADDED : Outcome.REPLACED, document.version(), duplicates, removed);
  }

  private Document write(
      NewDocument incoming, String id, Fingerprinted made, @Nullable Document earlier) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Document document =
        new Document(
            earlier == null ? store.nextNumber() : earlier.number(),
            id,
            made.fingerprint(),
            made.features(),
            incoming.metadata(),
            earlier == null ? 1 : earlier.version() + 1,
            earlier == null ? now : earlier.createdAt(),
            now);
    store.put(document);
    reindex(earlier, document);
    return document;
  }

  private void reindex(@Nullable Document earlier, Document document) {
    if (earlier == null || !isMatchable(earlier)) {
      if (isMatchable(document)) {
        index.add(document.number(), document.fingerprint());
      }
    } else if (isMatchable(document)) {
      index.move(document.number(), earlier.fingerprint(), document.fingerprint());
    } else {
      index.remove(document.number(), earlier.fingerprint());
    }
  }

  /// Removes the near-duplicates, those beyond the caller's limit too.
  private List<String> forgetAll(Duplicates nearest, Lookup lookup, String keep) {
    Lookup most = new Lookup(lookup.maxDistance(), lookup.recall(), Limits.MAX_LIMIT, false);
    List<String> removed = new ArrayList<>();
    Duplicates batch = nearest;
    while (!batch.matches().isEmpty()) {
      for (NearDocument match : batch.matches()) {
        forget(match.document());
        removed.add(match.document().id());
      }
      batch = search(nearest.query(), most, keep);
    }
    return removed;
  }

  private void forget(Document document) {
    if (isMatchable(document)) {
      index.remove(document.number(), document.fingerprint());
    }
    store.remove(document);
  }

  private Duplicates search(Fingerprinted query, Lookup lookup, @Nullable String leaveOut) {
    int near = lookup.maxDistance();
    Integer said = lookup.nearest() ? null : near;
    if (!query.isMatchable()) {
      Plan plan = index.plan(near, lookup.recall());
      return new Duplicates(query, said, plan, List.of(), false, 0);
    }
    int most = lookup.limit();
    SearchResult result = ask(query, lookup, leaveOut == null ? most : most + 1);
    List<NearDocument> matches = new ArrayList<>();
    for (Match match : result.matches()) {
      NearDocument current = current(match, query, near);
      if (current != null && !current.document().id().equals(leaveOut)) {
        matches.add(current);
      }
    }
    matches.sort(NEAREST_FIRST); // some may have changed since they were found
    boolean truncated = result.truncated() || matches.size() > most;
    return new Duplicates(
        query,
        said,
        result.plan(),
        matches.size() > most ? matches.subList(0, most) : matches,
        truncated,
        result.candidates());
  }

  private SearchResult ask(Fingerprinted query, Lookup lookup, int limit) {
    return lookup.nearest()
        ? index.nearest(query.fingerprint(), limit)
        : index.search(query.fingerprint(), lookup.maxDistance(), lookup.recall(), limit);
  }

  /// The document of a match as it is stored now: it may have been removed or replaced since.
  private @Nullable NearDocument current(Match match, Fingerprinted query, int near) {
    Document document = store.get(match.document());
    if (document == null || !document.id().equals(match.id()) || !isMatchable(document)) {
      return null;
    }
    int distance = document.fingerprint().distance(query.fingerprint());
    return distance <= near ? new NearDocument(document, distance) : null;
  }

  private @Nullable String idOf(int number) {
    Document document = store.get(number);
    return document == null ? null : document.id();
  }

  private boolean isMatchable(Document document) {
    return new Fingerprinted(document.fingerprint(), profile, document.features()).isMatchable();
  }

  private static void requireId(String id) {
    try {
      Document.requireId(id);
    } catch (IllegalArgumentException e) {
      throw RequestException.invalid("id", Objects.requireNonNull(e.getMessage()));
    }
  }

  /// What is wanted, defaults filled in.
  ///
  /// @param nearest whether the nearest documents are wanted, however far away
  private record Lookup(int maxDistance, double recall, int limit, boolean nearest) {}
}
