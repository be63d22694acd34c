package io.neardup.cluster;

import io.neardup.cluster.ClusterReads.PartitionAnswers;
import io.neardup.cluster.wire.Answer;
import io.neardup.cluster.wire.CreatedCollection;
import io.neardup.cluster.wire.Question.ContentBytes;
import io.neardup.cluster.wire.Question.Count;
import io.neardup.cluster.wire.Question.Find;
import io.neardup.cluster.wire.Question.Page;
import io.neardup.cluster.wire.Question.Search;
import io.neardup.index.LookupPath;
import io.neardup.index.Plan;
import io.neardup.index.StopSignal;
import io.neardup.profile.Profile;
import io.neardup.service.Awaited;
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
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The documents of a collection in all instances.
final class ClusterDocuments implements Documents {

  private static final Comparator<Document> BY_ID =
      Comparator.comparing(Document::id, DocumentPage::compare);

  /// Matches are not explained by tables and probes, which are those of one instance.
  private static final LookupPath ELSEWHERE = (query, match) -> null;

  private static final Executor LATER = task -> Thread.ofVirtual().start(task);

  private final CreatedCollection collection;
  private final ClusterReads reads;
  private final LiveDocuments localDocuments;
  private final Partitions partitions;
  private final Clock clock;
  private final Supplier<CreatedCollection> successor;
  private final long @Nullable [] from;

  /// @param successor the present collection of its name and profile, after catching up
  ClusterDocuments(
      CreatedCollection collection,
      ClusterReads reads,
      LiveDocuments localDocuments,
      Partitions partitions,
      Clock clock,
      Supplier<CreatedCollection> successor) {
    this(collection, reads, localDocuments, partitions, clock, successor, null);
  }

  private ClusterDocuments(
      CreatedCollection collection,
      ClusterReads reads,
      LiveDocuments localDocuments,
      Partitions partitions,
      Clock clock,
      Supplier<CreatedCollection> successor,
      long @Nullable [] from) {
    this.collection = collection;
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
        collection, reads, localDocuments, partitions, clock, successor, upTo);
  }

  /// Asks about the collection; if it was deleted, about the present one of its name.
  ///
  /// @param question asks about a collection
  private CompletableFuture<PartitionAnswers> ask(
      Function<CreatedCollection, CompletableFuture<PartitionAnswers>> question) {
    return ask(collection, question);
  }

  private CompletableFuture<PartitionAnswers> ask(
      CreatedCollection asked,
      Function<CreatedCollection, CompletableFuture<PartitionAnswers>> question) {
    return question
        .apply(asked)
        .thenCompose(answers ->
            isOfDeleted(answers)
                ? CompletableFuture.supplyAsync(() -> successor(asked), LATER)
                    .thenCompose(present -> ask(present, question))
                : CompletableFuture.completedFuture(answers));
  }

  private static boolean isOfDeleted(PartitionAnswers answers) {
    return answers.answers().stream().anyMatch(Answer.Deleted.class::isInstance);
  }

  private CreatedCollection successor(CreatedCollection former) {
    CreatedCollection present = successor.get();
    if (present.equals(former)) {
      throw new RequestException(
          Fault.UNAVAILABLE, "collection", "cannot be resolved at present; try again");
    }
    return present;
  }

  /// The answers of a kind.
  private static <T extends Answer> Stream<T> of(PartitionAnswers answers, Class<T> kind) {
    return answers.answers().stream().filter(kind::isInstance).map(kind::cast);
  }

  @Override
  public long size() {
    PartitionAnswers answers = complete(ask(asked -> reads.askAll(new Count(asked), from)));
    Map<Integer, Integer> counts = new HashMap<>();
    of(answers, Answer.Counts.class).forEach(answer -> counts.putAll(answer.byPartition()));
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
        complete(ask(asked -> reads.ask(partitions.of(id), new Find(asked, id, withText), from)));
    return of(answers, Answer.Single.class)
        .map(Answer.Single::document)
        .filter(Objects::nonNull)
        .max(Comparator.comparingLong(each -> each.position().offset()));
  }

  @Override
  public long contentBytes(String id) {
    PartitionAnswers answers =
        complete(ask(asked -> reads.ask(partitions.of(id), new ContentBytes(asked, id), from)));
    return of(answers, Answer.Counts.class)
        .flatMap(answer -> answer.byPartition().values().stream())
        .mapToLong(Integer::longValue)
        .max()
        .orElse(0);
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
        complete(ask(asked -> reads.askAll(new Page(asked, after, limit, filter), from)));
    List<Document> all = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    String through = null; // every instance has listed its documents up to this id
    for (Answer.Documents answer : of(answers, Answer.Documents.class).toList()) {
      for (Document document : answer.page()) {
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
    PartitionAnswers answers = reads.askAllNow(Search.of(collection, query, lookup), from);
    NearbyDocuments found =
        isOfDeleted(answers) ? Awaited.of(nearLater(query, lookup)) : merge(answers, lookup);
    found.reported().near().forEach(match -> stop.hold(match.document().metadataBytes()));
    return found;
  }

  /// The near-duplicates of a text, without waiting for them.
  CompletableFuture<NearbyDocuments> nearLater(Fingerprinted query, Lookup lookup) {
    return ask(asked -> reads.askAll(Search.of(asked, query, lookup), from))
        .thenApply(answers -> merge(answers, lookup));
  }

  private static NearbyDocuments merge(PartitionAnswers answers, Lookup lookup) {
    return new NearbyDocuments(
        merge(of(answers, Answer.Near.class).map(Answer.Near::reported).toList(), lookup),
        merge(of(answers, Answer.Near.class).map(Answer.Near::allowing).toList(), lookup),
        answers.missing());
  }

  private static Found merge(List<Found> all, Lookup lookup) {
    List<NearDocument> near = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    boolean truncated = false;
    long candidates = 0;
    Verified verified = Verified.NONE;
    for (Found found : all) {
      for (NearDocument each : found.near()) {
        if (ids.add(each.document().id())) {
          near.add(each);
        }
      }
      truncated |= found.truncated();
      candidates += found.candidates();
      verified = verified.plus(found.verified());
    }
    near.sort(NearDocument.NEAREST_FIRST);
    Plan plan =
        all.stream()
            .map(Found::plan)
            .reduce(ClusterDocuments::merge)
            .orElse(Plan.none(lookup.maxDistance()));
    return new Found(near, truncated, elsewhere(plan), candidates, verified);
  }

  private static Plan elsewhere(Plan plan) {
    return new Plan(
        plan.kind(), plan.probes(), plan.maxDistance(), plan.exactTo(), plan.recall(), ELSEWHERE);
  }

  /// The plan of two searches of different documents.
  private static Plan merge(Plan a, Plan b) {
    Plan less = a.recall() <= b.recall() ? a : b;
    return new Plan(
        a.kind() == Plan.Kind.NONE ? b.kind() : less.kind(),
        a.probes() + b.probes(),
        a.maxDistance(),
        Math.min(a.exactTo(), b.exactTo()),
        less.recall(),
        ELSEWHERE);
  }

  /// The answers to a question that must be complete.
  private PartitionAnswers complete(CompletableFuture<PartitionAnswers> asked) {
    PartitionAnswers answers = Awaited.of(asked);
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
}
