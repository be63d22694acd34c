package io.neardup.service.join;

import io.neardup.hamming.FingerprintSnapshot;
import io.neardup.pairs.group.Group;
import io.neardup.profile.Profile;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.join.Grouping.Candidate;
import io.neardup.service.join.NearGroup.Member;
import io.neardup.service.join.NearGroup.MoreMembers;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.simhash.Fingerprint;
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
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/// The members of a group in order, read a page at a time: a group of a million equal texts takes
/// the numbers of its documents, about 30 bytes each, instead of whole documents.
///
/// Documents that were deleted or changed since the snapshot are left out.
final class GroupMembers implements Iterable<MoreMembers> {

  private final long number;
  private final LiveDocuments documents;
  private final Profile profile;
  private final FingerprintSnapshot rows;
  private final Member survivor;
  private final SurvivorComparison comparison;
  private final BooleanSupplier cancelled;
  private final NavigableMap<Integer, List<Integer>> rowsByDistance = new TreeMap<>();

  /// @param number of the group
  /// @param survivorAt where the survivor is
  GroupMembers(
      long number,
      DocumentCollection collection,
      FingerprintSnapshot rows,
      Group group,
      Candidate survivorAt,
      Document survivor,
      SurvivorComparison comparison,
      BooleanSupplier cancelled) {
    this.number = number;
    this.documents = collection.documents();
    this.profile = collection.profile();
    this.rows = rows;
    int survivorRow = survivorAt.row();
    this.comparison = comparison;
    this.survivor = Member.of(survivor, survivorRow, survivorAt.ordinal(), comparison, profile);
    this.cancelled = cancelled;
    for (int row : group.rows()) {
      rowsByDistance
          .computeIfAbsent(rows.distance(survivorRow, row), distance -> new ArrayList<>())
          .add(row);
    }
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
      while (waiting.isEmpty() && distances.hasNext() && !cancelled.getAsBoolean()) {
        waiting = ordered(distances.next());
      }
      return waiting.isEmpty() || cancelled.getAsBoolean();
    }

    private PriorityQueue<Numbered> ordered(List<Integer> ofDistance) {
      PriorityQueue<Numbered> all = new PriorityQueue<>(Comparator.comparing(this::id));
      for (int row : ofDistance) {
        for (int i = 0; i < rows.documents(row); i++) {
          all.add(new Numbered(rows.document(row, i), row));
        }
      }
      return all;
    }

    private String id(Numbered each) {
      return Objects.requireNonNullElse(documents.id(each.ordinal), "");
    }

    private void read(int limit, List<Member> members) {
      Map<Integer, List<Integer>> ordinals = new HashMap<>(); // by row
      for (int i = 0; i < limit && !waiting.isEmpty(); i++) {
        Numbered each = waiting.remove();
        ordinals.computeIfAbsent(each.row, row -> new ArrayList<>()).add(each.ordinal);
      }
      List<Member> found = new ArrayList<>();
      ordinals.forEach((row, some) -> {
        Fingerprint fingerprint = rows.fingerprint(row);
        documents
            .current(some, fingerprint)
            .filter(document -> !document.id().equals(survivor.id()))
            .map(document ->
                Member.of(document, row, documents.ordinal(document.id()), comparison, profile))
            .forEach(found::add);
      });
      found.sort(Comparator.comparing(Member::id));
      members.addAll(found);
    }
  }
}
