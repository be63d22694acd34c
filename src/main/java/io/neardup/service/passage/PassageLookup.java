package io.neardup.service.passage;

import io.neardup.index.StopSignal;
import io.neardup.passage.AnchoredText;
import io.neardup.passage.CommonWords;
import io.neardup.passage.Passage.TextRange;
import io.neardup.passage.PassageIndex;
import io.neardup.passage.PassageIndex.Candidates;
import io.neardup.passage.Winnowing;
import io.neardup.profile.Profile;
import io.neardup.profile.TextTokens;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.compare.KnownContent;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.service.passage.PassageResult.Match;
import io.neardup.store.Document;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Finds the documents that share passages with a text.
///
/// The index lists the documents with common anchors. Their texts are read, most common anchors
/// first, and compared with the query word by word, so every answer is exact. This ends when there
/// are enough matches and no remaining document has enough anchors to share more words.
///
/// @param minShared the smallest number of common words of a match
/// @param minShare the smallest share of the query or of the document that passages cover
/// @param limit the maximum number of matches
/// @param filter of documents
public record PassageLookup(int minShared, double minShare, int limit, MetadataFilter filter) {

  /// The maximum number of documents whose texts are compared with one query.
  public static final int MAX_COMPARED = 1_000;

  private static final int COMPARED_AT_ONCE = 16;

  /// The smallest `minShared`: an anchor has that many words.
  public static final int MIN_SHARED = 6;

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
  /// @param stop counts the memory of a stored text
  /// @throws RequestException if the source has none
  public static String text(Source source, DocumentCollection collection, StopSignal stop) {
    if (source instanceof Source.OfStored(String id)) {
      collection.get(id);
    }
    collection.holdText(source, stop);
    KnownContent known = KnownContent.of(source, "the query", collection);
    String text = known.text();
    if (text == null) {
      throw RequestException.invalid("id", "names a document without a text: " + known.missing());
    }
    return text;
  }

  /// Looks up a text. O(characters · [PassageIndex#MAX_DOCUMENTS]), plus O(characters) for each
  /// document compared.
  ///
  /// @param leaveOut the id of a document that is not listed
  /// @param stop checked periodically
  /// @throws RequestException if the collection does not index passages
  public PassageResult find(
      DocumentCollection collection, String text, @Nullable String leaveOut, StopSignal stop) {
    PassageIndex index = collection.passageIndex();
    Profile profile = collection.profile();
    AnchoredText query =
        new AnchoredText(profile.tokens(text, true, stop::check), collection.boilerplate().runs());
    Candidates candidates = index.find(query.anchors(), collection.documents().unexpired(), stop);
    int[] all = candidates.documents();
    int most = Math.min(all.length, MAX_COMPARED);
    BestMatches best = new BestMatches(query, profile, limit, stop);
    int compared = 0;
    while (compared < most && !best.isFull(query.mostShared(candidates.common()[compared]))) {
      int end = Math.min(most, compared + COMPARED_AT_ONCE);
      try (Stream<Document> documents =
          collection.documents().texts(Arrays.stream(all, compared, end), filter, stop)) {
        for (Iterator<Document> each = documents.iterator(); each.hasNext(); ) {
          Document document = each.next();
          String other = document.revision().text();
          if (document.id().equals(leaveOut) || other == null) {
            continue;
          }
          CommonWords common =
              CommonWords.of(query, profile.tokens(other, false, stop::check), 0, stop);
          if (isMatch(common)) {
            best.add(document, other, common);
          }
        }
      }
      compared = end;
    }
    return new PassageResult(
        text,
        query.tokens().size(),
        best.located(),
        best.more || compared < all.length,
        all.length,
        compared,
        ranges(query.tokens(), cut(query, candidates.isCut())),
        ranges(query.tokens(), query.ignored()));
  }

  private boolean isMatch(CommonWords common) {
    return common.a().shared() >= minShared
        && Math.max(common.a().share(), common.b().share()) >= minShare;
  }

  /// The matches with the most common words. Their passages are located at the end, or earlier when
  /// the waiting texts get long: a lookup that pauses for others holds no long texts.
  private static final class BestMatches {

    private static final Comparator<Candidate> MOST_SHARED_FIRST =
        Comparator.comparingInt(Candidate::shared)
            .reversed()
            .thenComparing(candidate -> candidate.document.id());
    private static final long MAX_WAITING = 200_000; // chars

    private final AnchoredText query;
    private final Profile profile;
    private final int limit;
    private final StopSignal stop;
    private final PriorityQueue<Candidate> best = new PriorityQueue<>(MOST_SHARED_FIRST.reversed());
    private long waiting; // chars, a lower bound
    private boolean more;

    BestMatches(AnchoredText query, Profile profile, int limit, StopSignal stop) {
      this.stop = stop;
      this.query = query;
      this.profile = profile;
      this.limit = limit;
    }

    void add(Document document, String text, CommonWords common) {
      Document without = document.withoutText();
      best.add(
          new Candidate(
              without,
              common.a().shared(),
              () ->
                  Match.of(
                      without,
                      common.located(query.tokens(), profile.tokens(text, true, stop::check)))));
      waiting += text.length();
      stop.hold(without.metadataBytes());
      if (best.size() > limit) {
        stop.hold(-best.remove().document.metadataBytes());
        more = true;
      }
      if (waiting > MAX_WAITING) {
        best.forEach(Candidate::located);
        waiting = 0;
      }
    }

    /// Whether a document with at most so many common words would not be listed.
    boolean isFull(long mostShared) {
      return best.size() == limit && best.element().shared() >= mostShared;
    }

    List<Match> located() {
      return best.stream().sorted(MOST_SHARED_FIRST).map(Candidate::located).toList();
    }
  }

  private static final class Candidate {

    private final Document document;
    private final int shared;
    private @Nullable Supplier<Match> later; // null if the match is known
    private @Nullable Match match;

    Candidate(Document document, int shared, Supplier<Match> later) {
      this.document = document;
      this.shared = shared;
      this.later = later;
    }

    int shared() {
      return shared;
    }

    Match located() {
      Match known = match;
      if (known == null) {
        known = Objects.requireNonNull(later).get();
        match = known;
        later = null;
      }
      return known;
    }
  }

  /// The words whose anchors are in too many documents.
  private static BitSet cut(AnchoredText text, boolean[] isCut) {
    BitSet cut = new BitSet();
    for (int i = 0; i < isCut.length; i++) {
      if (isCut[i]) {
        int first = text.anchors().token(i);
        cut.set(first, Math.min(text.tokens().size(), first + Winnowing.STANDARD.run()));
      }
    }
    return cut;
  }

  private static List<TextRange> ranges(TextTokens text, BitSet words) {
    List<TextRange> ranges = new ArrayList<>();
    for (int from = words.nextSetBit(0); from >= 0; ) {
      int to = words.nextClearBit(from);
      ranges.add(new TextRange(text.start(from), text.end(to - 1)));
      from = words.nextSetBit(to);
    }
    return ranges;
  }
}
