package io.neardup.service.passage;

import io.neardup.index.StopSignal;
import io.neardup.passage.PassageQuery;
import io.neardup.passage.CommonWords;
import io.neardup.passage.Passage.Range;
import io.neardup.passage.PassageIndex;
import io.neardup.passage.PassageIndex.Candidates;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.compare.KnownContent;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.lookup.PassageCatalog;
import io.neardup.service.passage.PassageResult.Match;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the documents that have passages in common with a text.
///
/// The index gives the documents with common anchors. Texts of those with most are read and
/// compared with the query word by word, so that every answer is exact, until there are enough
/// matches and the others have too few anchors for more common words.
///
/// @param minShared the smallest number of common words of a match
/// @param minShare the smallest share of the query, or of the document, that is in passages
/// @param limit the maximum number of matches
/// @param filter of the documents
public record PassageLookup(int minShared, double minShare, int limit, MetadataFilter filter) {

  /// The maximum number of documents whose texts are compared with one query.
  public static final int MAX_COMPARED = 1_000;

  private static final int COMPARED_AT_ONCE = 16;

  /// The smallest `minShared`: an anchor has that many words.
  public static final int MIN_SHARED = 6;

  private static final Comparator<Candidate> MOST_SHARED_FIRST =
      Comparator.comparingInt((Candidate candidate) -> candidate.common.a().shared())
          .reversed()
          .thenComparing(candidate -> candidate.document.id());

  /// The lookup of a request, with defaults for missing parameters.
  ///
  /// @throws RequestException if a number is out of range
  public static PassageLookup of(
      @Nullable Integer minShared,
      @Nullable Double minShare,
      @Nullable Integer limit,
      MetadataFilter filter) {
    if (minShared != null && minShared < MIN_SHARED) {
      throw RequestException.invalid(
          "minShared", "must be " + MIN_SHARED + " words or more, was " + minShared);
    }
    if (minShare != null && !(minShare >= 0 && minShare <= 1)) {
      throw RequestException.invalid("minShare", "must be a number from 0 to 1, was " + minShare);
    }
    return new PassageLookup(
        minShared == null ? Winnowing.STANDARD.guaranteedWords() : minShared,
        minShare == null ? 0 : minShare,
        LookupLimits.limit(limit),
        filter);
  }

  /// The text of a query.
  ///
  /// @throws RequestException if the source has none
  public static String text(Source source, DocumentCollection collection) {
    if (source instanceof Source.OfDocument(String id)) {
      collection.get(id);
    }
    KnownContent known = KnownContent.of(source, "the query", () -> collection);
    String text = known.text();
    if (text == null) {
      throw RequestException.invalid("id", "names a document without a text: " + known.missing());
    }
    return text;
  }

  /// Looks a text up. O(characters · [PassageIndex#MAX_DOCUMENTS]), and O(characters) for each
  /// document that is compared.
  ///
  /// @param leaveOut the id of a document that is not listed
  /// @param stop checked periodically
  /// @throws RequestException if the collection does not index passages
  public PassageResult find(
      DocumentCollection collection, String text, @Nullable String leaveOut, StopSignal stop) {
    PassageIndex index = index(collection);
    Profile profile = collection.profile();
    PassageQuery query = PassageQuery.of(profile.tokens(text, true));
    Candidates candidates = index.find(query.anchors(), stop);
    int[] all = candidates.documents();
    int most = Math.min(all.length, MAX_COMPARED);
    PriorityQueue<Candidate> best = new PriorityQueue<>(MOST_SHARED_FIRST.reversed());
    boolean more = false;
    int compared = 0;
    while (compared < most && !isFull(best, query.mostShared(candidates.common()[compared]))) {
      int end = Math.min(most, compared + COMPARED_AT_ONCE);
      try (Stream<Document> documents =
          collection.local().texts(Arrays.stream(all, compared, end), filter, stop)) {
        for (Iterator<Document> each = documents.iterator(); each.hasNext(); ) {
          Document document = each.next();
          stop.check();
          String other = document.revision().text();
          if (document.id().equals(leaveOut) || other == null) {
            continue;
          }
          CommonWords common = CommonWords.of(query, profile.tokens(other, false), 0);
          if (isMatch(common)) {
            best.add(new Candidate(document, other, common));
            if (best.size() > limit) {
              best.remove();
              more = true;
            }
          }
        }
      }
      compared = end;
    }
    List<Match> matches =
        best.stream()
            .sorted(MOST_SHARED_FIRST)
            .map(candidate -> candidate.match(query.tokens(), profile))
            .toList();
    return new PassageResult(
        text,
        query.tokens().size(),
        matches,
        more || compared < all.length,
        all.length,
        compared,
        cut(query, candidates.isCut()));
  }

  /// Whether documents with so many common words would not be among the matches.
  private boolean isFull(PriorityQueue<Candidate> best, long mostShared) {
    return best.size() == limit && best.element().common.a().shared() >= mostShared;
  }

  private boolean isMatch(CommonWords common) {
    return common.a().shared() >= minShared
        && Math.max(common.a().share(), common.b().share()) >= minShare;
  }

  /// A match of which the places are not known yet.
  private record Candidate(Document document, String text, CommonWords common) {

    Match match(TextTokens query, Profile profile) {
      return new Match(
          document.withoutText(), common.located(query, profile.tokens(text, true)));
    }
  }

  private static PassageIndex index(DocumentCollection collection) {
    collection.requireWhole("collection");
    PassageCatalog catalog = collection.local().passages();
    if (!collection.settings().passages() && catalog == null) {
      throw new RequestException(
          Fault.CONFLICT,
          "collection",
          "does not index passages; PATCH /collections/"
              + collection.name()
              + " with {\"passages\": true}, and try again");
    }
    PassageIndex index = catalog == null ? null : catalog.index();
    if (index == null) {
      throw new RequestException(
          Fault.UNAVAILABLE, "collection", "is being indexed for passages at present; try again");
    }
    return index;
  }

  /// The ranges of the words of anchors that are in too many documents.
  private static List<Range> cut(PassageQuery text, boolean[] isCut) {
    TextTokens query = text.tokens();
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < isCut.length; i++) {
      if (isCut[i]) {
        int first = text.anchors().token(i);
        int last = Math.min(query.size(), first + Winnowing.STANDARD.run()) - 1;
        Range range = new Range(query.start(first), query.end(last));
        if (!ranges.isEmpty() && ranges.getLast().end() >= range.start()) {
          range = new Range(ranges.removeLast().start(), range.end());
        }
        ranges.add(range);
      }
    }
    return ranges;
  }
}
