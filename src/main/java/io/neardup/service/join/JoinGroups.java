package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.measure.DropRule;
import io.neardup.pairs.group.Group;
import io.neardup.pairs.group.GroupJoin;
import io.neardup.pairs.group.SurvivorRule;
import io.neardup.pairs.group.SurvivorValue;
import io.neardup.passage.ContainedTexts;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.join.Grouping.By;
import io.neardup.service.join.Grouping.Candidate;
import io.neardup.service.join.NearGroup.GroupReader;
import io.neardup.service.join.NearGroup.MoreMembers;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The groups of a join. Single use.
final class JoinGroups {

  private final RowDocuments documents;
  private final FingerprintSnapshot rows;
  private final NearRows near;
  private final Grouping grouping;
  private final @Nullable DropRule rule;
  private final Comparator<Candidate> preference;
  private final int maxPairs;
  private final GroupJoin<Candidate> join;
  private int centre = -1; // of the present star
  private @Nullable FeatureVector centreText;
  private final BitSet valued = new BitSet(); // rules by which a document that was read has a value

  /// @param near prepared
  /// @param rule on which documents may be dropped, null if none is
  /// @param maxPairs maximum of pairs that stars store
  JoinGroups(
      RowDocuments documents,
      NearRows near,
      Grouping grouping,
      @Nullable DropRule rule,
      int maxPairs) {
    this.documents = documents;
    this.rows = documents.rows();
    this.near = near;
    this.grouping = grouping;
    this.rule = rule;
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

  /// @param moved rows of what was dropped for documents inside the survivor, and of these
  private record SizedGroup(Group group, long size, Candidate survivor, Set<Integer> moved) {

    private SizedGroup with(SizedGroup inside) {
      Set<Integer> all = new HashSet<>(moved);
      all.addAll(inside.group.rows());
      List<Integer> rows =
          Stream.concat(group.rows().stream(), inside.group.rows().stream())
              .distinct()
              .sorted()
              .toList();
      return new SizedGroup(new Group(survivor.row(), rows), size + inside.size, survivor, all);
    }
  }

  /// Passes all groups: the largest first, then by the survivor's id.
  ///
  /// @param contained finds among the documents that are kept those inside others, and what is kept
  ///   for them; null if these are kept, too
  /// @throws RequestException if there are more pairs than stars may store
  void pass(@Nullable Function<BitSet, Map<Integer, Integer>> contained, GroupReader reader) {
    List<SizedGroup> groups = new ArrayList<>();
    PriorityQueue<SizedGroup> found = // a heap, since a sort fails if ids change while it compares
        new PriorityQueue<>(
            Comparator.comparingLong(SizedGroup::size)
                .reversed()
                .thenComparing(group -> documents.id(group.survivor)));
    for (Group group : groups()) {
      Candidate survivor = join.survivor(group);
      if (survivor != null) {
        groups.add(new SizedGroup(group, sizeOf(group), survivor, Set.of()));
      }
    }
    if (!groups.isEmpty()) {
      requireValues();
    }
    found.addAll(contained == null ? groups : withContained(groups, contained));
    long number = 1;
    while (!found.isEmpty() && !documents.run().isCancelled()) {
      number += pass(number, found.remove(), reader) ? 1 : 0;
    }
  }

  private Collection<SizedGroup> withContained(
      List<SizedGroup> groups, Function<BitSet, Map<Integer, Integer>> contained) {
    int[] rowOf = new int[documents.collection().documents().directory().ordinals()];
    BitSet kept = new BitSet();
    for (int i = 0; i < rows.size(); i++) {
      int row = i;
      documents.ordinals(row).forEach(ordinal -> rowOf[ordinal] = row);
      documents.ordinals(row).forEach(kept::set);
    }
    for (SizedGroup each : groups) {
      each.group.rows().forEach(row -> documents.ordinals(row).forEach(kept::clear));
      kept.set(each.survivor.ordinal());
    }
    Map<Integer, Integer> keptFor = contained.apply(kept);
    Map<Integer, SizedGroup> bySurvivor = new LinkedHashMap<>();
    groups.forEach(each -> bySurvivor.put(each.survivor.ordinal(), each));
    return ContainedTexts.united(
        bySurvivor, keptFor, ordinal -> single(rowOf[ordinal], ordinal), SizedGroup::with);
  }

  private static SizedGroup single(int row, int ordinal) {
    return new SizedGroup(
        new Group(row, List.of(row)), 1, new Candidate(row, ordinal, 0, 0, List.of()), Set.of());
  }

  /// Refuses fields that no document has, which are misspelt. Only if no document of a group has
  /// one, others are read, until one has it.
  private void requireValues() {
    BitSet fields = new BitSet();
    for (int i = 0; i < grouping.rules().size(); i++) {
      fields.set(i, grouping.rules().get(i).column() != null);
    }
    fields.andNot(valued);
    for (int row = 0; !fields.isEmpty() && row < rows.size(); row++) {
      Candidate _ = best(row);
      fields.andNot(valued);
    }
    if (!fields.isEmpty() && !documents.run().isCancelled()) {
      throw RequestException.invalid(
          "survivor",
          "names the field '"
              + grouping.rules().get(fields.nextSetBit(0)).column()
              + "', of which no document has a number, a date or, for longest and shortest, a"
              + " string");
    }
  }

  private List<Group> groups() {
    if (grouping.by() == By.COMPONENTS) {
      return join.components();
    }
    return join.stars(maxPairs, SurvivorRule.isCentral(grouping.rules()), row -> false, this::drops)
        .orElseThrow(() ->
            new RequestException(
                Fault.TOO_LARGE,
                "by",
                "star stores at most "
                    + maxPairs
                    + " pairs, and there are more; lower maxDistance, or use by=components"));
  }

  /// Whether the documents of a row may be dropped for one of the centre of a star.
  private boolean drops(int ofStar, int row) {
    if (rule == null || rule.isAll()) {
      return true;
    }
    if (centre != ofStar) {
      centre = ofStar;
      centreText = documents.vector(ofStar);
    }
    FeatureVector text = documents.vector(row);
    return text != null && centreText != null && rule.drops(text, centreText);
  }

  /// The number of rows that are near a centre, and are kept by the rule.
  int spared() {
    return join.spared();
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
        document.offset(),
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
      return next != null
          && pass(number, new SizedGroup(group, found.size, next, found.moved), reader);
    }
    GroupMembers members =
        new GroupMembers(
            number, documents, near, rule, found.moved, group, found.survivor, survivor);
    Iterator<MoreMembers> pages = members.iterator();
    MoreMembers first = pages.next();
    int size = 0;
    int beyond = 0;
    for (MoreMembers page : first.truncated() ? members : List.of(first)) {
      size += page.members().size();
      beyond += (int) page.members().stream().filter(each -> !each.isNear()).count();
    }
    if (size < 2) {
      return false;
    }
    reader.group(
        new NearGroup(number, survivor.id(), size, beyond, first.members(), first.truncated()),
        pages);
    return true;
  }
}
