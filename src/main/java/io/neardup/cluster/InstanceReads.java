package io.neardup.cluster;

import io.neardup.cluster.ownership.HostedPartitions;
import io.neardup.cluster.replica.PartitionReplica;
import io.neardup.cluster.replica.PartitionReplica.CollectionSource;
import io.neardup.cluster.wire.Answer;
import io.neardup.cluster.wire.Question;
import io.neardup.cluster.wire.Question.ContentBytes;
import io.neardup.cluster.wire.Question.Count;
import io.neardup.cluster.wire.Question.Find;
import io.neardup.cluster.wire.Question.OfCollection;
import io.neardup.cluster.wire.Question.Page;
import io.neardup.cluster.wire.Question.Positions;
import io.neardup.cluster.wire.Question.Search;
import io.neardup.cluster.wire.ReadRequest;
import io.neardup.cluster.wire.ReadResponse;
import io.neardup.cluster.wire.ReadResponse.Applied;
import io.neardup.index.StopSignal;
import io.neardup.service.Fingerprinted;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Answers questions about the documents in this process.
final class InstanceReads {

  private static final long SLICE = TimeUnit.MILLISECONDS.toNanos(10);

  private final HostedPartitions hosted;
  private final CollectionSource collections;
  private final Semaphore searches =
      new Semaphore(Runtime.getRuntime().availableProcessors(), true);

  InstanceReads(HostedPartitions hosted, CollectionSource collections) {
    this.hosted = hosted;
    this.collections = collections;
  }

  /// Whether a request can be answered without waiting for the log.
  boolean needsNoWait(ReadRequest request) {
    return request.asOwner()
        && request.upTo().keySet().stream()
            .map(hosted::ownerOf)
            .allMatch(owner -> owner != null && owner.holdsLease());
  }

  /// Answers questions, once the log is applied as far as requested. As many requests are computed
  /// at once as there are processors, and none after the time for which its answer is waited.
  ReadResponse answer(ReadRequest request) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.waitMillis());
    long left = end - System.nanoTime();
    List<Integer> reached =
        request.asOwner()
            ? hosted.awaitOwned(request.upTo(), left)
            : hosted.await(request.upTo(), left);
    if (reached.isEmpty()) {
      return ReadResponse.NOTHING;
    }
    // Read before the search: what is applied by then is found.
    Map<Integer, Applied> applied = new HashMap<>();
    for (int partition : reached) {
      PartitionReplica replica = hosted.replica(partition);
      applied.put(partition, new Applied(replica.applied(), replica.changed()));
    }
    // Before its turn: this may ask Kafka.
    List<Subject> subjects = request.questions().stream().map(this::subject).toList();
    try {
      if (!searches.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return ReadResponse.NOTHING;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ReadResponse.NOTHING;
    }
    List<Answer> answers = new ArrayList<>(subjects.size());
    try {
      StopSignal stop = stopAt(end);
      for (Subject subject : subjects) {
        stop.check();
        answers.add(answer(subject, applied::containsKey, stop));
      }
    } catch (LateException e) {
      return ReadResponse.NOTHING;
    } finally {
      searches.release();
    }
    // A partition that was given up meanwhile may have been removed.
    applied.keySet().removeIf(partition -> !hosted.hosts(partition));
    return new ReadResponse(applied, answers);
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

  /// A question and its collection, null if there is none any more, or the question is about none.
  private record Subject(Question question, @Nullable DocumentCollection collection) {}

  private Subject subject(Question question) {
    return new Subject(
        question,
        question instanceof OfCollection of
            ? collections.find(of.collection().name(), of.collection().number())
            : null);
  }

  private static Answer answer(Subject subject, IntPredicate partitions, StopSignal stop) {
    if (subject.question instanceof Positions) {
      return new Answer.None();
    }
    DocumentCollection collection = subject.collection;
    if (collection == null) {
      return new Answer.Deleted();
    }
    LiveDocuments documents = collection.local();
    try {
      return switch (subject.question) {
        case Search search -> search(search, collection, partitions, stop);
        case Find find -> find(find, documents, partitions);
        case Page page -> page(page, documents, partitions);
        case ContentBytes asked -> contentBytes(asked, documents, partitions);
        case Count _ -> counts(documents, partitions);
        case Positions _ -> new Answer.None();
      };
    } catch (StoreException e) {
      if (e.isOfDeletedCollection()) {
        return new Answer.Deleted();
      }
      throw e;
    }
  }

  /// The document, if its partition is one of those that are answered: of another one, a replica
  /// may have a document that was deleted since.
  static Answer.Single find(Find asked, LiveDocuments documents, IntPredicate partitions) {
    Optional<Logged<Put>> found =
        asked.withText() ? documents.whole(asked.id()) : documents.stored(asked.id());
    return new Answer.Single(
        found.filter(put -> partitions.test(put.position().partition())).orElse(null));
  }

  private static Answer search(
      Search search, DocumentCollection collection, IntPredicate partitions, StopSignal stop) {
    Fingerprinted query =
        new Fingerprinted(search.fingerprint(), collection.profile(), null, search.features());
    NearbyDocuments found = collection.local().near(query, search.lookup(), partitions, stop);
    return new Answer.Near(found.reported(), found.allowing());
  }

  private static Answer page(Page asked, LiveDocuments documents, IntPredicate partitions) {
    DocumentPage page = documents.page(asked.after(), asked.limit(), asked.filter(), partitions);
    return new Answer.Documents(page.documents(), page.next());
  }

  private static Answer contentBytes(
      ContentBytes asked, LiveDocuments documents, IntPredicate partitions) {
    int partition = documents.partition(asked.id());
    return new Answer.Counts(
        partitions.test(partition)
            ? Map.of(partition, Math.toIntExact(documents.contentBytes(asked.id())))
            : Map.of());
  }

  private static Answer counts(LiveDocuments documents, IntPredicate partitions) {
    Map<Integer, Integer> counts = new HashMap<>();
    for (int partition = 0; partition < documents.partitions(); partition++) {
      if (partitions.test(partition)) {
        counts.put(partition, documents.size(partition));
      }
    }
    return new Answer.Counts(counts);
  }
}
