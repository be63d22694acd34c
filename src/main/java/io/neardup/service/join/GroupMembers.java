package io.neardup.service.join;

import io.neardup.measure.DropRule;
import io.neardup.measure.Loss;
import io.neardup.pairs.group.Group;
import io.neardup.profile.Profile;
import io.neardup.service.LazyVector;
import io.neardup.service.Similarity;
import io.neardup.service.join.Grouping.Candidate;
import io.neardup.service.join.NearGroup.Member;
import io.neardup.service.join.NearGroup.MoreMembers;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.simhash.FeatureVector;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The members of a group in order, read a page at a time: a group of a million equal texts takes
/// the numbers of its documents, about 30 bytes each, instead of whole documents.
///
/// Documents that were deleted or changed since the snapshot are left out.
final class GroupMembers implements Iterable<MoreMembers> {

  private final long number;
  private final RowDocuments documents;
  private final NearRows near;
  private final @Nullable DropRule rule;
  private final Set<Integer> moved;
  private final int survivorRow;
  private final LazyVector survivorText;
  private final Member survivor;
  private final Map<Integer, Compared> compared = new HashMap<>(); // rows, each of equal content
  private final NavigableMap<Integer, List<Integer>> rowsByDistance = new TreeMap<>();

  /// @param number of the group
  /// @param rule on what may be dropped, null if nothing is; then features are compared as far as
  ///   they decide
  /// @param moved rows that are in the group as they, or what was kept for them, are inside the
  ///   survivor
  /// @param at where the survivor is
  GroupMembers(
      long number,
      RowDocuments documents,
      NearRows near,
      @Nullable DropRule rule,
      Set<Integer> moved,
      Group group,
      Candidate at,
      Document survivor) {
    this.number = number;
    this.documents = documents;
    this.near = near;
    this.rule = rule;
    this.moved = moved;
    this.survivorRow = at.row();
    this.survivorText = new LazyVector(() -> documents.vector(survivorRow));
    this.survivor = member(survivor, survivorRow);
    for (int row : group.rows()) {
      rowsByDistance.computeIfAbsent(distance(row), distance -> new ArrayList<>()).add(row);
    }
  }

  /// What a comparison with the survivor finds.
  ///
  /// @param similarity of the features, null if they were not compared
  /// @param loss null if nothing is dropped, or the features were not compared
  private record Compared(@Nullable Double similarity, @Nullable Loss loss) {

    private static final Compared NOT = new Compared(null, null);
  }

  private Member member(Document document, int row) {
    int distance = distance(row);
    boolean isUnclear = near.isUnclear(distance);
    Compared found =
        isUnclear || rule != null ? compared.computeIfAbsent(row, this::compared) : Compared.NOT;
    Double exact = found.similarity;
    Profile profile = documents.collection().profile();
    Similarity likeness = Similarity.at(distance, profile.bits(), profile.projection(), exact);
    return new Member(
        document.id(),
        document.tag(),
        distance,
        likeness.similarity(),
        likeness.featureSimilarity(),
        exact == null ? null : Boolean.TRUE,
        moved.contains(row) || near.accepts(distance, isUnclear ? exact : null),
        moved.contains(row),
        found.loss);
  }

  private Compared compared(int row) {
    FeatureVector kept = survivorText.get();
    FeatureVector text = row == survivorRow ? kept : documents.vector(row);
    return text == null || kept == null
        ? Compared.NOT
        : new Compared(near.similarity(text, kept), rule == null ? null : rule.loss(text, kept));
  }

  private int distance(int row) {
    return documents.rows().distance(survivorRow, row);
  }

  @Override
  public Iterator<MoreMembers> iterator() {
    return new Pages();
  }

  /// A document that is not read yet.
  private record Numbered(int ordinal, int row) {}

  private final class Pages implements Iterator<MoreMembers> {

    private final Iterator<List<Integer>> distances = rowsByDistance.values().iterator();

    // a heap, since a sort fails if a document is deleted while it compares
    private PriorityQueue<Numbered> waiting = new PriorityQueue<>();
    private boolean begun;

    @Override
    public boolean hasNext() {
      return !begun || !isEmpty();
    }

    @Override
    public MoreMembers next() {
      List<Member> members = new ArrayList<>();
      if (!begun) {
        members.add(survivor);
        begun = true;
      }
      while (members.size() < CollectionJoin.CHUNK && !isEmpty()) {
        read(CollectionJoin.CHUNK - members.size(), members);
      }
      return new MoreMembers(number, members, !isEmpty());
    }

    /// Whether no document is left; proceeds to the next distance that has some.
    private boolean isEmpty() {
      while (waiting.isEmpty() && distances.hasNext() && !isCancelled()) {
        waiting = ordered(distances.next());
      }
      return waiting.isEmpty() || isCancelled();
    }

    private boolean isCancelled() {
      return documents.run().isCancelled();
    }

    private PriorityQueue<Numbered> ordered(List<Integer> ofDistance) {
      PriorityQueue<Numbered> all = new PriorityQueue<>(Comparator.comparing(this::id));
      for (int row : ofDistance) {
        documents.ordinals(row).forEach(ordinal -> all.add(new Numbered(ordinal, row)));
      }
      return all;
    }

    private LiveDocuments stored() {
      return documents.collection().documents();
    }

    private String id(Numbered each) {
      return Objects.requireNonNullElse(stored().id(each.ordinal), "");
    }

    private void read(int limit, List<Member> members) {
      Map<Integer, List<Integer>> ordinals = new HashMap<>(); // by row
      for (int i = 0; i < limit && !waiting.isEmpty(); i++) {
        Numbered each = waiting.remove();
        ordinals.computeIfAbsent(each.row, row -> new ArrayList<>()).add(each.ordinal);
      }
      List<Member> found = new ArrayList<>();
      ordinals.forEach((row, some) -> {
        documents
            .read(row, some)
            .filter(document -> !document.id().equals(survivor.id()))
            .map(document -> member(document, row))
            .forEach(found::add);
      });
      found.sort(Comparator.comparing(Member::id));
      members.addAll(found);
    }
  }
}
