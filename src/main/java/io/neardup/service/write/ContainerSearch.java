package io.neardup.service.write;

import io.neardup.index.StopSignal;
import io.neardup.passage.AnchoredText;
import io.neardup.passage.Anchors;
import io.neardup.passage.CommonPassages.SharedWords;
import io.neardup.passage.CommonWords;
import io.neardup.passage.MarkedRuns;
import io.neardup.passage.PassageIndex;
import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;
import io.neardup.service.lookup.LiveDocuments;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.PassageCatalog;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds a stored document that contains the text of an incoming document.
/* Like the search for near-duplicates (CandidateSearch), this one runs before the lock is taken. Texts are not
compared under the lock: if a write decided since shares anchors with the text, or concerns the document found,
the search is repeated once that write is on disk. The anchors decide, with a margin for edited words, whether a
write may contain the text: a hundred concurrent texts with a common footer do not wait for each other. */
public record ContainerSearch(LiveDocuments stored, Profile profile, PendingWrites pendingWrites) {

  private static final int MAX_COMPARED = 1_000;
  private static final int MARGIN = 2;

  /// What makes a document a duplicate.
  ///
  /// @param share of its words that one stored document must have, above 0, at most 1
  /// @param marked runs that do not count
  public record Condition(double share, MarkedRuns marked) {}

  /// A document that contains the text.
  ///
  /// @param share of the words of the text that it has
  public record Container(String id, double share) {}

  /// The result of a search.
  ///
  /// @param from the sequence number before which all writes were in the index
  /// @param found null if no document contains the text
  record ContainmentCheck(long from, AnchoredText text, double share, @Nullable Container found) {

    private boolean dependsOn(PendingWrite write) {
      if (found != null) {
        return write.id().equals(found.id);
      }
      long[] others = write.anchors();
      return write.head() != null && (others == null || mayContain(others));
    }

    private boolean mayContain(long[] others) {
      Anchors anchors = text.anchors();
      int common = 0;
      for (int i = 0; i < anchors.size(); i++) {
        common += Arrays.binarySearch(others, anchors.hash(i)) >= 0 ? 1 : 0;
      }
      return common > 0 && MARGIN * text.mostShared(common) >= share * text.tokens().size();
    }
  }

  /// Searches the stored documents. Null if the incoming document has no text to store, or passages
  /// are not indexed.
  ///
  /// @param contained what makes the document a duplicate
  /// @param stop checked periodically
  @Nullable ContainmentCheck search(
      IncomingDocument incoming, Condition contained, StopSignal stop) {
    String text = incoming.draft().text();
    long from = pendingWrites.settled();
    PassageCatalog catalog = stored.passages();
    PassageIndex index = catalog == null ? null : catalog.index();
    if (text == null || index == null) {
      return null;
    }
    AnchoredText query =
        new AnchoredText(profile.tokens(text, false, stop::check), contained.marked);
    int own = stored.ordinal(incoming.id());
    IntPredicate others = stored.reported().and(ordinal -> ordinal != own);
    int[] candidates = index.find(query.anchors(), others, stop).documents();
    try (Stream<Document> documents =
        stored.texts(Arrays.stream(candidates).limit(MAX_COMPARED), MetadataFilter.NONE, stop)) {
      Container found =
          documents
              .filter(document -> !document.id().equals(incoming.id()))
              .filter(document -> !document.revision().verdict().allows())
              .map(document -> container(query, document, stop))
              .filter(container -> container.share >= contained.share)
              .findFirst()
              .orElse(null);
      return new ContainmentCheck(from, query, contained.share, found);
    }
  }

  private Container container(AnchoredText query, Document document, StopSignal stop) {
    String text = Objects.requireNonNullElse(document.revision().text(), "");
    TextTokens tokens = profile.tokens(text, false, stop::check);
    SharedWords share = CommonWords.of(query, tokens, 0, stop).a();
    return new Container(document.id(), share.share());
  }

  /// Completes when the search can be repeated; null if its result still holds. Called under the
  /// lock.
  @Nullable CompletableFuture<?> outdated(ContainmentCheck search) {
    PendingWrites.View view = pendingWrites.view();
    if (!view.reachesBackTo(search.from)) {
      return CompletableFuture.completedFuture(null);
    }
    List<CompletableFuture<?>> writes = new ArrayList<>();
    for (long at = search.from; at < view.next(); at++) {
      PendingWrite write = view.get(at);
      if (search.dependsOn(write)) {
        writes.add(write.durable());
      }
    }
    return writes.isEmpty()
        ? null
        : CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new));
  }
}
