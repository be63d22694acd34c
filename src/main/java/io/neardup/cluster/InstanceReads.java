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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// Answers questions about the documents in this process.
public final class InstanceReads {

  private static final Answer NO_COLLECTION = new Answer(null, null, null, null, null, null);

  private static final Answer NO_DOCUMENT = new Answer(null, null, null, null, null, Map.of());

  private final ClusterLog log;

  InstanceReads(ClusterLog log) {
    this.log = log;
  }

  /// Answers questions, once the log is applied as far as requested.
  Response answer(Request request) {
    Map<Integer, Long> upTo = new HashMap<>();
    for (int i = 0; i < request.partitions().size(); i++) {
      upTo.put(request.partitions().get(i), request.upTo().get(i));
    }
    List<Integer> reached = log.await(upTo, TimeUnit.MILLISECONDS.toNanos(request.waitMillis()));
    if (reached.isEmpty()) {
      return Response.NOTHING;
    }
    Map<Integer, Long> applied = new LinkedHashMap<>();
    for (int partition : reached) {
      applied.put(partition, log.replica(partition).applied());
    }
    Set<Integer> partitions = applied.keySet();
    List<Answer> answers = new ArrayList<>(request.questions().size());
    for (Question question : request.questions()) {
      answers.add(answer(question, partitions::contains));
    }
    // A partition that was given up meanwhile may have been removed.
    applied.keySet().removeIf(partition -> !log.hosts(partition));
    return new Response(List.copyOf(applied.keySet()), List.copyOf(applied.values()), answers);
  }

  private Answer answer(Question question, IntPredicate partitions) {
    DocumentCollection collection = log.collection(question.collection(), question.created());
    if (collection == null) {
      return NO_COLLECTION;
    }
    try {
      return answer(question, collection, partitions);
    } catch (StoreException e) {
      if (e.isOfDeletedCollection()) {
        return NO_COLLECTION;
      }
      throw e;
    }
  }

  private static Answer answer(
      Question question, DocumentCollection collection, IntPredicate partitions) {
    LiveDocuments localDocuments = collection.local();
    if (question.search() != null) {
      return search(question.search(), collection, partitions);
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
      Search search, DocumentCollection collection, IntPredicate partitions) {
    NearbyDocuments found =
        collection
            .local()
            .near(
                Codec.query(search, collection.profile()),
                search.lookup(),
                partitions,
                StopSignal.NEVER);
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
