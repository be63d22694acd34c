package io.neardup.cluster;

import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.ownership.PartitionOwner;
import io.neardup.cluster.wire.Term;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.write.DuplicateArbiter;
import io.neardup.store.Partitions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The terms in which this process decides on near-duplicates: for each collection, the owner of
/// the partition that its name falls into is the arbiter of `onDuplicate=skip` and `replace`.
final class ArbiterTerms {

  private static final Logger logger = LoggerFactory.getLogger(ArbiterTerms.class);
  private static final int CHOICES = 1 << 20;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final HostedPartitions hosted;
  private final Partitions partitions;
  private final Router router;
  private final Clock clock;
  private final Map<Integer, Held> terms = new ConcurrentHashMap<>(); // by number
  private final Object[] beginning; // by number: locks of the begin of a term, which waits
  private final boolean[] failing; // by number: whether the last claim failed; guarded by its lock

  /// @param router writes what is decided on
  ArbiterTerms(HostedPartitions hosted, Partitions partitions, Router router, Clock clock) {
    this.hosted = hosted;
    this.partitions = partitions;
    this.router = router;
    this.clock = clock;
    this.beginning = new Object[partitions.count()];
    this.failing = new boolean[partitions.count()];
    Arrays.setAll(beginning, number -> new Object());
  }

  /// Writes to the owners of partitions.
  @FunctionalInterface
  interface Router {

    /// The writes to a collection that are decided on in a term.
    ClusterWrites writes(DocumentCollection collection, Term term);
  }

  /// A term of this process.
  ///
  /// @param owner whose ownership it belongs to
  /// @param claims their positions by partition
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Held(
      PartitionOwner owner,
      Term term,
      long[] claims,
      Map<DocumentCollection, DuplicateArbiter> byCollection) {}

  /// The number of the terms of a collection, which is the partition whose owner decides.
  int number(String collection) {
    return partitions.of(collection);
  }

  /// The arbiter of a collection; null if it is another process, or not all partitions can be
  /// claimed at present.
  ///
  /// The first call in a term claims all partitions, and so excludes what an earlier arbiter has
  /// not written yet: its documents are before these claims in the log, or never stored. Searches
  /// in the term include the log up to the claims, which owners may not have applied yet.
  @Nullable DuplicateArbiter find(DocumentCollection collection, ClusterDocuments documents) {
    int number = number(collection.name());
    Held held;
    synchronized (beginning[number]) {
      PartitionOwner owner = hosted.ownerOf(number);
      if (owner == null || !owner.isReady()) {
        terms.remove(number);
        failing[number] = false;
        return null;
      }
      held = terms.get(number);
      if (held == null || held.owner != owner) {
        Term term = new Term(number, nextEpoch(hosted.latestTerm(number)));
        long[] claims;
        try {
          claims = hosted.claim(term).join();
        } catch (CompletionException e) {
          if (!failing[number]) { // each decision that waits tries again
            logger.warn(
                "Decisions on duplicates wait: partition {} could not claim all partitions",
                number,
                e);
          }
          failing[number] = true;
          return null;
        }
        failing[number] = false;
        held = new Held(owner, term, claims, new ConcurrentHashMap<>());
        terms.put(number, held);
      }
    }
    Term term = held.term;
    long[] claims = held.claims;
    return held.byCollection.computeIfAbsent(
        collection,
        each ->
            new DuplicateArbiter(
                each.profile().bits(),
                documents.including(claims),
                router.writes(each, term),
                clock));
  }

  /// The next epoch; two processes never choose the same.
  private static long nextEpoch(long last) {
    return (last / CHOICES + 1) * CHOICES + RANDOM.nextInt(CHOICES);
  }

  /// Ends the term of a collection after a failure: the next decision begins a new one, which
  /// settles what is not known.
  void renew(DocumentCollection collection) {
    terms.remove(number(collection.name()));
  }

  /// Does not wait, as the follower of the catalog calls it.
  void forget(DocumentCollection collection) {
    terms.values().forEach(held -> held.byCollection.remove(collection));
  }
}
