package io.neardup.cluster;

import io.neardup.cluster.InstanceRead.Answer;
import io.neardup.cluster.InstanceRead.Listing;
import io.neardup.cluster.InstanceRead.Question;
import io.neardup.cluster.InstanceRead.Request;
import io.neardup.cluster.InstanceRead.Response;
import io.neardup.cluster.InstanceRead.Search;
import io.neardup.cluster.kafka.ClusterLog;
import io.neardup.index.StopSignal;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Answers questions about the documents in this process.
public final class InstanceReads {

  private static final Answer NO_COLLECTION = new Answer(null, null, null, null, null, null);

  private static final Answer NO_DOCUMENT = new Answer(null, null, null, null, null, Map.of());

  private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(10);

  private final ClusterLog log;
  private final Semaphore searches =
      new Semaphore(Runtime.getRuntime().availableProcessors(), true);

  InstanceReads(ClusterLog log) {
    this.log = log;
  }

  /// Whether a request can be answered without waiting for the log.
  boolean needsNoWait(Request request) {
    return request.asOwner()
        && request.partitions().stream()
            .map(log::ownerOf)
            .allMatch(owner -> owner != null && owner.holdsLease());
  }

  /// Answers questions, once the log is applied as far as requested. As many requests are computed
  /// at once as there are processors, and none after the time for which its answer is waited.
  Response answer(Request request) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.waitMillis());
    Map<Integer, Long> upTo = new LinkedHashMap<>();
    for (int i = 0; i < request.partitions().size(); i++) {
      upTo.put(request.partitions().get(i), request.upTo().get(i));
    }
    long left = end - System.nanoTime();
    List<Integer> reached = request.asOwner() ? log.awaitOwned(upTo, left) : log.await(upTo, left);
    if (reached.isEmpty()) {
      return Response.NOTHING;
    }
    // Read before the search: what is applied by then is found.
    Map<Integer, Long> applied = new LinkedHashMap<>();
    Map<Integer, Long> changed = new HashMap<>();
    for (int partition : reached) {
      applied.put(partition, log.replica(partition).applied());
      changed.put(partition, log.replica(partition).changed());
    }
    // Before its turn: this may ask Kafka.
    Map<Question, Optional<DocumentCollection>> collections = new HashMap<>();
    for (Question question : request.questions()) {
      collections.put(question, Optional.ofNullable(collection(question)));
    }
    try {
      if (!searches.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return Response.NOTHING;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Response.NOTHING;
    }
    List<Answer> answers = new ArrayList<>(request.questions().size());
    try {
      StopSignal stop = stopAt(end);
      for (Question question : request.questions()) {
        DocumentCollection collection =
            Objects.requireNonNull(collections.get(question)).orElse(null);
        answers.add(answer(question, collection, applied::containsKey, stop));
      }
    } catch (LateException e) {
      return Response.NOTHING;
    } finally {
      searches.release();
    }
    // A partition that was given up meanwhile may have been removed.
    List<Integer> answered = applied.keySet().stream().filter(log::hosts).toList();
    return new Response(
        answered,
        answered.stream().map(applied::get).toList(),
        answered.stream().map(changed::get).toList(),
        answers);
  }

  /// Nobody waits for the answer any more.
  private static final class LateException extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  /// Ends a search whose answer is late. Between slices of 10 ms, other searches have their turn.
  private StopSignal stopAt(long end) {
    return new StopSignal() {
      private long sliceEnd = System.nanoTime() + SLICE;

      @SuppressWarnings("ThreadPriorityCheck") // a virtual thread keeps its processor otherwise
      @Override
      public void check() {
        long now = System.nanoTime();
        if (now - end > 0) {
          throw new LateException();
        }
        if (now - sliceEnd > 0) {
          searches.release();
          Thread.yield();
          searches.acquireUninterruptibly();
          sliceEnd = System.nanoTime() + SLICE;
        }
      }
    };
  }

  private @Nullable DocumentCollection collection(Question question) {
    return question.collection().isEmpty()
        ? null
        : log.collection(question.collection(), question.created());
  }

  private static Answer answer(
      Question question,
      @Nullable DocumentCollection collection,
      IntPredicate partitions,
      StopSignal stop) {
    if (collection == null) {
      return NO_COLLECTION;
    }
    try {
      return present(question, collection, partitions, stop);
    } catch (StoreException e) {
      if (e.isOfDeletedCollection()) {
        return NO_COLLECTION;
      }
      throw e;
    }
  }

  private static Answer present(
      Question question, DocumentCollection collection, IntPredicate partitions, StopSignal stop) {
    LiveDocuments localDocuments = collection.local();
    if (question.search() != null) {
      return search(question.search(), collection, partitions, stop);
    }
    if (question.id() != null) {
      return document(question.id(), question.withText(), localDocuments);
    }
    if (question.list() != null) {
      return page(question.list(), collection.name(), localDocuments, partitions);
    }
    Map<Integer, Integer> counts = new HashMap<>();
    for (int partition = 0; partition < localDocuments.partitions(); partition++) {
      if (partitions.test(partition)) {
        counts.put(partition, localDocuments.size(partition));
      }
    }
    return new Answer(null, null, null, null, null, counts);
  }

  private static Answer search(
      Search search, DocumentCollection collection, IntPredicate partitions, StopSignal stop) {
    NearbyDocuments found =
        collection
            .local()
            .near(Codec.query(search, collection.profile()), search.lookup(), partitions, stop);
    String name = collection.name();
    return new Answer(
        Codec.json(name, found.reported()),
        Codec.json(name, found.allowing()),
        null,
        null,
        null,
        null);
  }

  private static Answer document(String id, boolean withText, LiveDocuments localDocuments) {
    return (withText ? localDocuments.whole(id) : localDocuments.stored(id))
        .map(stored -> new Answer(null, null, Codec.json(stored), null, null, null))
        .orElse(NO_DOCUMENT);
  }

  private static Answer page(
      Listing listing, String collection, LiveDocuments localDocuments, IntPredicate partitions) {
    DocumentPage page =
        localDocuments.page(listing.after(), listing.limit(), listing.filter(), partitions);
    return new Answer(
        null,
        null,
        null,
        page.documents().stream().map(document -> Codec.json(collection, document)).toList(),
        page.next(),
        null);
  }
}
