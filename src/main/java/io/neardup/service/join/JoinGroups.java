package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.group.Diameter;
import io.neardup.pairs.group.Group;
import io.neardup.pairs.group.GroupJoin;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.pairs.group.SurvivorValue;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.join.Grouping.By;
import io.neardup.service.join.Grouping.Candidate;
import io.neardup.service.join.NearGroup.GroupReader;
import io.neardup.service.join.NearGroup.Member;
import io.neardup.service.join.NearGroup.MoreMembers;
import io.neardup.store.Document;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The groups of a join. Single use.
final class JoinGroups {

  private final RowDocuments documents;
  private final FingerprintSnapshot rows;
  private final NearRows near;
  private final Grouping grouping;
  private final Comparator<Candidate> preference;
  private final int maxPairs;
  private final GroupJoin<Candidate> join;
  private final BitSet valued = new BitSet(); // rules by which some document has a value

  /// @param near prepared
  /// @param maxPairs maximum of pairs that stars store
  JoinGroups(RowDocuments documents, NearRows near, Grouping grouping, int maxPairs) {
    this.documents = documents;
    this.rows = documents.rows();
    this.near = near;
    this.grouping = grouping;
    this.preference = grouping.preference().thenComparing(documents::id);
    this.maxPairs = maxPairs;
    this.join =
        new GroupJoin<>(
            rows,
            sink -> near.join((a, b, distance, similarity) -> sink.pair(a, b, distance)),
            documents.run(),
            this::best,
            preference);
  }

  private record SizedGroup(Group group, long size, Candidate survivor) {}

  /// Passes all groups: the largest first, then by the survivor's id.
  ///
  /// @throws RequestException if there are more pairs than stars may store
  void pass(GroupReader reader) {
    PriorityQueue<SizedGroup> found = // a heap, since a sort fails if ids change while it compares
        new PriorityQueue<>(
            Comparator.comparingLong(SizedGroup::size)
                .reversed()
                .thenComparing(group -> documents.id(group.survivor)));
    for (Group group : groups()) {
      Candidate survivor = join.survivor(group);
      if (survivor != null) {
        requireValues();
        found.add(new SizedGroup(group, sizeOf(group), survivor));
      }
    }
    long number = 1;
    while (!found.isEmpty() && !documents.run().isCancelled()) {
      number += pass(number, found.remove(), reader) ? 1 : 0;
    }
  }

  /// Refuses fields that no document has, which are misspelt.
  private void requireValues() {
    for (int i = 0; i < grouping.rules().size(); i++) {
      String field = grouping.rules().get(i).column();
      if (field != null && !valued.get(i)) {
        throw RequestException.invalid(
            "survivor",
            "names the field '" + field + "', of which no document in a group has a value");
      }
    }
  }

  private List<Group> groups() {
    if (grouping.by() == By.COMPONENTS) {
      return join.components();
    }
    return join.stars(maxPairs, SurvivorRule.isCentral(grouping.rules()))
        .orElseThrow(() ->
            new RequestException(
                Fault.TOO_LARGE,
                "by",
                "star stores at most "
                    + maxPairs
                    + " pairs, and there are more; lower maxDistance, use by=components, or raise"
                    + " neardup.joins.max-pairs"));
  }

  private @Nullable Candidate best(int row) {
    Candidate best = null;
    for (int from = 0;
        from < rows.documents(row) && !documents.run().isCancelled();
        from += CollectionJoin.CHUNK) {
      best =
          Stream.concat(
                  Stream.ofNullable(best),
                  documents.read(row, from, CollectionJoin.CHUNK).map(each -> candidate(row, each)))
              .min(preference)
              .orElse(null);
    }
    return best;
  }

  private Candidate candidate(int row, Document document) {
    List<SurvivorValue> values = grouping.values(document, documents::length);
    for (int i = 0; i < values.size(); i++) {
      if (!Double.isNaN(values.get(i).nearest())) {
        valued.set(i);
      }
    }
    return new Candidate(
        row,
        documents.collection().documents().ordinal(document.id()),
        document.createdAt().toEpochMilli(),
        values);
  }

  private long sizeOf(Group group) {
    return group.rows().stream().mapToLong(rows::documents).sum();
  }

  /// @return whether it was passed: two of its documents are left
  private boolean pass(long number, SizedGroup found, GroupReader reader) {
    Group group = found.group;
    Document survivor = documents.read(found.survivor);
    if (survivor == null) { // it was deleted or changed meanwhile
      Candidate next = join.survivor(group);
      return next != null && pass(number, new SizedGroup(group, found.size, next), reader);
    }
    Map<Integer, Double> exact = near.similarities(found.survivor.row(), group.rows());
    GroupMembers members =
        new GroupMembers(
            number,
            documents.collection(),
            rows,
            group,
            found.survivor.row(),
            survivor,
            exact,
            documents.run()::isCancelled);
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

  private boolean isNear(Member member) {
    return near.accepts(
        member.distance(), member.verified() == null ? null : member.featureSimilarity());
  }

  private @Nullable NearPair weakest(Group.Link link, List<Member> members) {
    if (link.a() == link.b()) {
      return members.size() < 2
          ? null
          : pair(
              members.get(0).id(), members.get(1).id(), 0, near.similarity(link.a(), link.a(), 0));
    }
    List<String> a = documents.ids(link.a(), 1);
    List<String> b = documents.ids(link.b(), 1);
    return a.isEmpty() || b.isEmpty()
        ? null
        : pair(
            a.getFirst(),
            b.getFirst(),
            link.distance(),
            near.similarity(link.a(), link.b(), link.distance()));
  }

  private NearPair pair(String one, String other, int distance, @Nullable Double similarity) {
    return NearPair.of(one, 1, other, 1, distance, similarity, documents.collection().profile())
        .ordered();
  }
}
