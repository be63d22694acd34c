package io.neardup.cluster;

import io.neardup.cluster.ClusterReads.PartitionAnswers;
import io.neardup.cluster.InstanceRead.Answer;
import io.neardup.cluster.InstanceRead.FoundJson;
import io.neardup.cluster.InstanceRead.Listing;
import io.neardup.cluster.InstanceRead.Question;
import io.neardup.cluster.InstanceRead.StoredJson;
import io.neardup.index.Plan;
import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.Fingerprinted;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.lookup.DocumentFilter;
import io.neardup.service.lookup.DocumentPage;
import io.neardup.service.lookup.Documents;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.LookupResult.NearDocument;
import io.neardup.service.lookup.NearbyDocuments;
import io.neardup.service.lookup.NearbyDocuments.Found;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.service.lookup.StoredFeatures;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import io.neardup.store.DocumentEvent.Put;
import io.neardup.store.Logged;
import io.neardup.store.Partitions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// The documents of a collection in all instances.
final class ClusterDocuments implements Documents {

  private static final Comparator<Document> BY_ID =
      Comparator.comparing(Document::id, DocumentPage::compare);

  private static final Executor LATER = task -> Thread.ofVirtual().start(task);

  private final String collection;
  private final long created;
  private final ClusterReads reads;
  private final LiveDocuments localDocuments;
  private final Partitions partitions;
  private final Clock clock;
  private final LongSupplier successor;
  private final long @Nullable [] from;

  /// @param created the number of the creation of the collection
  /// @param successor that of the present collection of its name and profile, after catching up
  ClusterDocuments(
      String collection,
      long created,
      ClusterReads reads,
      LiveDocuments localDocuments,
      Partitions partitions,
      Clock clock,
      LongSupplier successor) {
    this(collection, created, reads, localDocuments, partitions, clock, successor, null);
  }

  private ClusterDocuments(
      String collection,
      long created,
      ClusterReads reads,
      LiveDocuments localDocuments,
      Partitions partitions,
      Clock clock,
      LongSupplier successor,
      long @Nullable [] from) {
    this.collection = collection;
    this.created = created;
    this.reads = reads;
    this.localDocuments = localDocuments;
    this.partitions = partitions;
    this.clock = clock;
    this.successor = successor;
    this.from = from;
  }

  /// The documents, including all that is in the log up to given positions, acknowledged or not.
  ///
  /// @param upTo by partition
  ClusterDocuments including(long[] upTo) {
    return new ClusterDocuments(
        collection, created, reads, localDocuments, partitions, clock, successor, upTo);
  }

  /// Asks about the collection; if it was deleted, about the present one of its name.
  ///
  /// @param question asks about the collection with a number
  private CompletableFuture<PartitionAnswers> ask(
      LongFunction<CompletableFuture<PartitionAnswers>> question) {
    return ask(created, question);
  }

  private CompletableFuture<PartitionAnswers> ask(
      long number, LongFunction<CompletableFuture<PartitionAnswers>> question) {
    return question
        .apply(number)
        .thenCompose(answers ->
            isOfDeleted(answers)
                ? CompletableFuture.supplyAsync(() -> successor(number), LATER)
                    .thenCompose(present -> ask(present, question))
                : CompletableFuture.completedFuture(answers));
  }

  private static boolean isOfDeleted(PartitionAnswers answers) {
    return answers.answers().stream().anyMatch(Answer::isOfDeleted);
  }

  private long successor(long former) {
    long present = successor.getAsLong();
    if (present == former) {
      throw new RequestException(
          Fault.UNAVAILABLE, "collection", "cannot be resolved at present; try again");
    }
    return present;
  }

  @Override
  public long size() {
    PartitionAnswers answers =
        complete(ask(number -> reads.askAll(Question.count(collection, number), from)));
    Map<Integer, Integer> counts = new HashMap<>();
    answers
        .answers()
        .forEach(answer -> counts.putAll(Objects.requireNonNullElse(answer.counts(), Map.of())));
    return counts.values().stream().mapToLong(Integer::longValue).sum();
  }

  @Override
  public Optional<Document> find(String id) {
    Instant now = clock.instant();
    return stored(id).map(Document::of).filter(document -> !document.isExpired(now));
  }

  @Override
  public Optional<Logged<Put>> stored(String id) {
    return stored(id, false);
  }

  private Optional<Logged<Put>> stored(String id, boolean withText) {
    PartitionAnswers answers =
        complete(
            ask(number ->
                reads.ask(
                    partitions.of(id), Question.document(collection, number, id, withText), from)));
    return answers.answers().stream()
        .map(Answer::document)
        .filter(Objects::nonNull)
        .map(Codec::stored)
        .max(Comparator.comparingLong(each -> each.position().offset()));
  }

  @Override
  public Optional<String> text(String id) {
    return stored(id, true).flatMap(put -> Optional.ofNullable(put.event().revision().text()));
  }

  @Override
  public @Nullable FeatureVector vector(String id, Profile profile) {
    return stored(id, true)
        .map(put -> StoredFeatures.of(put.event().revision(), profile))
        .orElse(null);
  }

  @Override
  public DocumentPage page(String after, int limit, DocumentFilter filter) {
    PartitionAnswers answers =
        complete(
            ask(number ->
                reads.askAll(
                    Question.list(collection, number, new Listing(after, limit, filter)), from)));
    List<Document> all = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    String through = null; // every instance has listed its documents up to this id
    for (Answer answer : answers.answers()) {
      for (StoredJson json : Objects.requireNonNullElse(answer.page(), List.<StoredJson>of())) {
        Document document = Document.of(Codec.stored(json));
        if (ids.add(document.id())) {
          all.add(document);
        }
      }
      String next = answer.next();
      if (next != null && (through == null || DocumentPage.compare(next, through) < 0)) {
        through = next;
      }
    }
    all.sort(BY_ID);
    String last = through;
    if (last != null) {
      all.removeIf(document -> DocumentPage.compare(document.id(), last) > 0);
    }
    if (all.size() > limit) {
      List<Document> page = List.copyOf(all.subList(0, limit));
      return new DocumentPage(page, page.getLast().id());
    }
    return new DocumentPage(all, last);
  }

  @Override
  public Plan plan(Lookup lookup) {
    return localDocuments.plan(lookup);
  }

  @Override
  public NearbyDocuments near(Fingerprinted query, Lookup lookup, StopSignal stop) {
    try {
      PartitionAnswers answers = reads.askAllNow(search(created, query, lookup), from);
      return isOfDeleted(answers) ? join(nearLater(query, lookup)) : merge(answers, lookup);
    } catch (CompletionException e) {
      throw cause(e);
    }
  }

  /// The near-duplicates of a text, without waiting for them.
  CompletableFuture<NearbyDocuments> nearLater(Fingerprinted query, Lookup lookup) {
    return ask(number -> reads.askAll(search(number, query, lookup), from))
        .thenApply(answers -> merge(answers, lookup));
  }

  private Question search(long number, Fingerprinted query, Lookup lookup) {
    return Question.search(collection, number, Codec.json(query, lookup));
  }

  private static NearbyDocuments merge(PartitionAnswers answers, Lookup lookup) {
    return new NearbyDocuments(
        merge(answers, Answer::reported, lookup),
        merge(answers, Answer::allowing, lookup),
        answers.missing());
  }

  private static Found merge(
      PartitionAnswers answers, Function<Answer, @Nullable FoundJson> part, Lookup lookup) {
    List<NearDocument> near = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    boolean truncated = false;
    long candidates = 0;
    Verified verified = Verified.NONE;
    Plan plan = Plan.none(lookup.maxDistance());
    boolean first = true;
    for (Answer answer : answers.answers()) {
      FoundJson json = part.apply(answer);
      if (json == null) {
        continue;
      }
      Found found = Codec.found(json);
      for (NearDocument each : found.near()) {
        if (ids.add(each.document().id())) {
          near.add(each);
        }
      }
      truncated |= found.truncated();
      candidates += found.candidates();
      verified = verified.plus(found.verified());
      plan = first ? found.plan() : Codec.merge(plan, found.plan());
      first = false;
    }
    near.sort(NearDocument.NEAREST_FIRST);
    return new Found(near, truncated, plan, candidates, verified);
  }

  /// The answers to a question that must be complete.
  private PartitionAnswers complete(CompletableFuture<PartitionAnswers> asked) {
    PartitionAnswers answers = join(asked);
    if (!answers.missing().isEmpty()) {
      throw new RequestException(
          Fault.UNAVAILABLE,
          "collection",
          "cannot be read completely: no instance answered for partitions "
              + answers.missing()
              + " in time; try again");
    }
    return answers;
  }

  private static <T> T join(CompletableFuture<T> later) {
    try {
      return later.join();
    } catch (CompletionException e) {
      throw cause(e);
    }
  }

  private static RuntimeException cause(CompletionException failure) {
    return failure.getCause() instanceof RuntimeException cause ? cause : failure;
  }
}
