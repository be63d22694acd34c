package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.index.StopSignal;
import io.neardup.measure.Verification;
import io.neardup.pairs.AllPairs;
import io.neardup.pairs.ContentRows;
import io.neardup.pairs.JoinPlan;
import io.neardup.pairs.JoinRun;
import io.neardup.pairs.PairSink;
import io.neardup.pairs.group.Diameter;
import io.neardup.pairs.group.Group;
import io.neardup.pairs.group.GroupJoin;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.join.Grouping.By;
import io.neardup.service.join.Grouping.Candidate;
import io.neardup.service.join.Grouping.RankValue;
import io.neardup.service.join.NearGroup.GroupReader;
import io.neardup.service.join.NearGroup.Member;
import io.neardup.service.join.NearGroup.MoreMembers;
import io.neardup.service.lookup.Lookup;
import io.neardup.service.lookup.NearbyDocuments.Verified;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A join of a collection with itself: every pair of near-duplicates, or the groups that they form,
/// from a snapshot taken when this was created. Documents that were deleted or changed since are
/// left out.
///
/// Single use, by one thread; other threads may cancel it and read its progress.
public final class CollectionJoin implements AutoCloseable {

  /// Maximum of documents with one fingerprint that are listed pair by pair.
  public static final int MAX_EQUAL = 100;

  /// Maximum of documents that are read at once.
  public static final int CHUNK = 1_000;

  private final DocumentCollection collection;
  private final ContentRows divided;
  private final FingerprintSnapshot rows;
  private final Lookup lookup;
  private final int maxPairs;
  private final StopSignal stop; // counts memory
  private final AllPairs join;
  private final JoinRun run = new JoinRun();
  private final ForkJoinPool pool;
  private final LongAdder compared = new LongAdder();
  private final LongAdder refused = new LongAdder();

  CollectionJoin(
      DocumentCollection collection,
      ContentRows divided,
      Lookup lookup,
      int maxPairs,
      StopSignal stop,
      ForkJoinPool pool) {
    this.collection = collection;
    this.divided = divided;
    this.rows = divided.rows();
    this.lookup = lookup;
    this.maxPairs = maxPairs;
    this.stop = stop;
    this.join =
        AllPairs.reaching(
            divided.distinct(), lookup.maxDistance(), lookup.reach(), lookup.recall());
    this.pool = pool;
  }

  /// What is joined, without pairs and groups.
  public JoinResult result() {
    JoinPlan plan = join.plan();
    return JoinResult.of(
            rows.documents(),
            fingerprints(),
            lookup.maxDistance(),
            plan.method().name(),
            plan.exactTo(),
            plan.recall())
        .verified(lookup.verification(), new Verified(compared.intValue(), refused.intValue()));
  }

  /// The number of joined documents.
  public int documents() {
    return rows.documents();
  }

  /// The number of their distinct fingerprints.
  public int fingerprints() {
    return divided.distinct().size();
  }

  /// The share of the work that is done, 0.0 to 1.0.
  public double progress() {
    return run.progress();
  }

  /// Requests it to stop, which it does soon.
  public void cancel() {
    run.cancel();
  }

  /// Passes all pairs, each once and in no particular order, on the threads of the pool.
  ///
  /// Up to [#MAX_EQUAL] documents with one fingerprint, and of equal content if candidates are
  /// verified, make pairs at distance 0; larger sets are passed as equal documents, some at a time,
  /// and the first represents all of them in other pairs.
  ///
  /// @param pairs called by several threads at once
  public void pairs(Consumer<NearPair> pairs, Consumer<EqualDocuments> equals) {
    for (int row = 0; row < rows.size() && !run.isCancelled(); row++) {
      if (rows.documents(row) > MAX_EQUAL) {
        equal(row, equals);
      } else if (rows.documents(row) > 1) {
        equalPairs(row, pairs);
      }
    }
    join((a, b, distance, similarity) -> pairs(a, b, distance, similarity, pairs));
  }

  /// Receives pairs of rows that are near-duplicates, on several threads.
  @FunctionalInterface
  private interface NearRows {

    /// @param similarity of their features, null if it was not computed
    void pair(int a, int b, int distance, @Nullable Double similarity);
  }

  private void join(NearRows near) {
    PairSink candidates =
        (a, b, distance) -> {
          Double similarity = similarity(a, b, distance);
          if (accepts(distance, similarity)) {
            near.pair(a, b, distance, similarity);
          }
        };
    divided.equalPairs(isUnclear(0), candidates, run);
    join.join(
        (a, b, distance) -> divided.pairs(a, b, distance, isUnclear(distance), candidates),
        run,
        pool);
  }

  /// Passes all groups to `reader`: the largest first, then by the survivor's id.
  ///
  /// @throws RequestException if there are more pairs than stars may store
  public void groups(Grouping grouping, GroupReader reader) {
    Comparator<Candidate> preference = grouping.preference().thenComparing(this::id);
    GroupJoin<Candidate> join =
        new GroupJoin<>(
            rows,
            sink -> join((a, b, distance, similarity) -> sink.pair(a, b, distance)),
            run,
            row -> best(row, grouping.value(), preference),
            preference);
    PriorityQueue<SizedGroup> found = // a heap, since a sort fails if ids change while it compares
        new PriorityQueue<>(
            Comparator.comparingLong(SizedGroup::size)
                .reversed()
                .thenComparing(group -> id(group.survivor)));
    for (Group group : groups(grouping, join)) {
      Candidate survivor = join.survivor(group);
      if (survivor != null) {
        found.add(new SizedGroup(group, sizeOf(group), survivor));
      }
    }
    long number = 1;
    while (!found.isEmpty() && !run.isCancelled()) {
      number += pass(number, found.remove(), join, reader) ? 1 : 0;
    }
  }

  private boolean accepts(int distance, @Nullable Double similarity) {
    Verification verification = lookup.verification();
    boolean accepted = verification == null || verification.accepts(distance, similarity);
    if (similarity != null) {
      compared.increment();
      if (!accepted) {
        refused.increment();
      }
    }
    return accepted;
  }

  /// The similarity of the features of two rows, whose documents have equal features; null if it is
  /// not needed, or not known.
  private @Nullable Double similarity(int a, int b, int distance) {
    if (!isUnclear(distance)) {
      return null;
    }
    FeatureVector vectorA = vector(a);
    FeatureVector vectorB = a == b || vectorA == null ? vectorA : vector(b);
    return vectorA == null || vectorB == null ? null : lookup.similarity(vectorA, vectorB);
  }

  /// The features of a document of a row, null if none of the first ones has any.
  private @Nullable FeatureVector vector(int row) {
    int most = Math.min(rows.documents(row), MAX_EQUAL);
    for (int i = 0; i < most && !run.isCancelled(); i++) {
      FeatureVector vector =
          collection
              .documents()
              .vector(rows.document(row, i), rows.fingerprint(row), collection.profile(), stop);
      if (vector != null) {
        return vector;
      }
    }
    return null;
  }

  /// Ends its threads. Repeated calls have no effect.
  @Override
  public void close() {
    pool.shutdownNow();
  }

  private record SizedGroup(Group group, long size, Candidate survivor) {}

  private List<Group> groups(Grouping grouping, GroupJoin<Candidate> groups) {
    if (grouping.by() == By.COMPONENTS) {
      return groups.components();
    }
    return groups
        .stars(maxPairs, grouping.central())
        .orElseThrow(() ->
            new RequestException(
                Fault.TOO_LARGE,
                "by",
                "star stores at most "
                    + maxPairs
                    + " pairs, and there are more; lower maxDistance, use by=components, or raise"
                    + " neardup.joins.max-pairs"));
  }

  private @Nullable Candidate best(
      int row, Function<Document, RankValue> value, Comparator<Candidate> preference) {
    Candidate best = null;
    for (int from = 0; from < rows.documents(row) && !run.isCancelled(); from += CHUNK) {
      best =
          Stream.concat(
                  Stream.ofNullable(best),
                  documents(row, from, CHUNK).map(each -> candidate(row, each, value.apply(each))))
              .min(preference)
              .orElse(null);
    }
    return best;
  }

  private Candidate candidate(int row, Document document, RankValue value) {
    return new Candidate(
        row,
        collection.documents().ordinal(document.id()),
        document.createdAt().toEpochMilli(),
        value);
  }

  /// The id of a candidate; empty if it was deleted.
  private String id(Candidate candidate) {
    String id = candidate.ordinal() < 0 ? null : collection.documents().id(candidate.ordinal());
    return Objects.requireNonNullElse(id, "");
  }

  private long sizeOf(Group group) {
    return group.rows().stream().mapToLong(rows::documents).sum();
  }

  /// @return whether it was passed: two of its documents are left
  private boolean pass(
      long number, SizedGroup found, GroupJoin<Candidate> join, GroupReader reader) {
    Group group = found.group;
    Document survivor = read(found.survivor);
    if (survivor == null) { // it was deleted or changed meanwhile
      Candidate next = join.survivor(group);
      return next != null && pass(number, new SizedGroup(group, found.size, next), join, reader);
    }
    Map<Integer, Double> exact = exact(found.survivor.row(), group.rows());
    GroupMembers members =
        new GroupMembers(
            number,
            collection,
            rows,
            group,
            found.survivor.row(),
            survivor,
            exact,
            run::isCancelled);
    Iterator<MoreMembers> pages = members.iterator();
    MoreMembers first = pages.next();
    int size = 0;
    int beyond = 0;
    for (MoreMembers page : first.truncated() ? members : List.of(first)) {
      size += page.members().size();
      beyond += (int) page.members().stream().filter(each -> !isNear(each)).count();
    }
    if (size < 2) {
      return false;
    }
    Diameter diameter = Diameter.of(group.rows(), rows);
    reader.group(
        new NearGroup(
            number,
            survivor.id(),
            size,
            beyond,
            diameter.distance(),
            diameter.isExact(),
            weakest(group.weakest(), first.members()),
            first.members(),
            first.truncated()),
        pages);
    return true;
  }

  /// The similarities of a row with others whose features decide, by their rows.
  private Map<Integer, Double> exact(int survivor, List<Integer> others) {
    Map<Integer, Double> exact = new HashMap<>();
    FeatureVector own = null;
    for (int row : others) {
      int distance = rows.distance(survivor, row);
      if (run.isCancelled() || !isUnclear(distance)) {
        continue;
      }
      own = own == null ? vector(survivor) : own;
      if (own == null) {
        return exact;
      }
      FeatureVector other = row == survivor ? own : vector(row);
      if (other != null) {
        exact.put(row, lookup.similarity(own, other));
      }
    }
    return exact;
  }

  private boolean isUnclear(int distance) {
    Verification verification = lookup.verification();
    return verification != null && verification.isUnclear(distance);
  }

  private boolean isNear(Member member) {
    Verification verification = lookup.verification();
    return verification == null
        ? member.distance() <= lookup.maxDistance()
        : verification.accepts(
            member.distance(), member.verified() == null ? null : member.featureSimilarity());
  }

  private @Nullable NearPair weakest(Group.Link link, List<Member> members) {
    if (link.a() == link.b()) {
      return members.size() < 2
          ? null
          : pair(members.get(0).id(), members.get(1).id(), 0, similarity(link.a(), link.a(), 0));
    }
    List<String> a = ids(link.a(), 1);
    List<String> b = ids(link.b(), 1);
    return a.isEmpty() || b.isEmpty()
        ? null
        : pair(
            a.getFirst(),
            b.getFirst(),
            link.distance(),
            similarity(link.a(), link.b(), link.distance()));
  }

  private NearPair pair(String one, String other, int distance, @Nullable Double similarity) {
    return NearPair.of(one, 1, other, 1, distance, similarity, collection.profile()).ordered();
  }

  private void pairs(
      int a, int b, int distance, @Nullable Double similarity, Consumer<NearPair> pairs) {
    int equalToA = standsFor(a);
    int equalToB = standsFor(b);
    List<String> others = ids(b, equalToB > 1 ? 1 : MAX_EQUAL);
    for (String one : ids(a, equalToA > 1 ? 1 : MAX_EQUAL)) {
      for (String other : others) {
        pairs.accept(
            NearPair.of(one, equalToA, other, equalToB, distance, similarity, collection.profile())
                .ordered());
      }
    }
  }

  private int standsFor(int row) {
    return rows.documents(row) > MAX_EQUAL ? rows.documents(row) : 1;
  }

  private void equalPairs(int row, Consumer<NearPair> pairs) {
    List<String> equal = ids(row, MAX_EQUAL);
    Double similarity = similarity(row, row, 0);
    for (int i = 0; i < equal.size(); i++) {
      for (int j = i + 1; j < equal.size(); j++) {
        pairs.accept(pair(equal.get(i), equal.get(j), 0, similarity));
      }
    }
  }

  private void equal(int row, Consumer<EqualDocuments> equals) {
    String first = null;
    for (int from = 0; from < rows.documents(row) && !run.isCancelled(); from += CHUNK) {
      List<String> some = documents(row, from, CHUNK).map(Document::id).toList();
      if (!some.isEmpty()) {
        first = first == null ? some.getFirst() : first;
        equals.accept(new EqualDocuments(first, rows.documents(row), some));
      }
    }
  }

  /// The ids of the first documents of a row that still exist; possibly none once the join is
  /// cancelled.
  private List<String> ids(int row, int limit) {
    List<String> ids = new ArrayList<>();
    int from = 0;
    while (from < rows.documents(row) && ids.size() < limit && !run.isCancelled()) {
      int count = Math.min(CHUNK, limit - ids.size());
      documents(row, from, count).map(Document::id).forEach(ids::add);
      from += count;
    }
    return ids;
  }

  /// Of `count` documents of a row, the ones that still exist.
  private Stream<Document> documents(int row, int from, int count) {
    int end = Math.min(rows.documents(row), from + count);
    return read(row, IntStream.range(from, end).mapToObj(i -> rows.document(row, i)).toList());
  }

  private @Nullable Document read(Candidate candidate) {
    return candidate.ordinal() < 0
        ? null
        : read(candidate.row(), List.of(candidate.ordinal())).findAny().orElse(null);
  }

  private Stream<Document> read(int row, List<Integer> ordinals) {
    return collection.documents().current(ordinals, rows.fingerprint(row));
  }
}
