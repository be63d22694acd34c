package io.neardup.service.compare;

import io.neardup.index.MatchOrigin;
import io.neardup.index.StopSignal;
import io.neardup.profile.Content;
import io.neardup.profile.Difference;
import io.neardup.profile.Explanation;
import io.neardup.service.Fingerprinted;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.NearbyDocuments.NearDocument;
import io.neardup.service.peer.StoredDocument;
import io.neardup.simhash.Fingerprint;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Explains the matches of a lookup from its result. Not thread-safe.
public final class MatchExplainer {

  /// Why a document matches a query.
  ///
  /// @param origin how the lookup found it; null if it was written while the lookup ran
  /// @param differingBits the bits that differ, in order; bit 0 is the least significant
  /// @param difference the common and the different features, `a` being the query; null if the
  ///   features of one side are not known
  /// @param missing which of the two has no known features, and why
  public record MatchExplanation(
      @Nullable MatchOrigin origin,
      List<Integer> differingBits,
      @Nullable Difference difference,
      List<String> missing) {}

  /// An explanation takes twice the memory of other work with a text.
  static final int BYTES = 2;

  private final DocumentCollection collection;
  private final Fingerprinted query;
  private final KnownContent queried;
  private final @Nullable Explanation explained; // of the query
  private final LookupResult found;
  private final StopSignal stop;

  /// Explains the query. O(features * bits).
  ///
  /// @param source the query
  /// @param found the result of the lookup
  /// @param stop checked periodically
  public MatchExplainer(
      DocumentCollection collection, Source source, LookupResult found, StopSignal stop) {
    this.collection = collection;
    this.query = found.query();
    this.queried =
        found.matches().isEmpty()
            ? new KnownContent(null, null)
            : KnownContent.of(source, "the query", collection).explainable("the query");
    stop.holdText((long) BYTES * queried.chars());
    this.found = found;
    this.stop = stop;
    this.explained = explain(queried);
  }

  /// Explains a match. O(features * bits) if its text and the query's are known.
  public MatchExplanation explain(NearDocument match) {
    stop.check();
    String id = match.document().id();
    long held =
        explained == null ? 0 : stop.holdText(BYTES * collection.documents().contentBytes(id));
    try {
      String name = "document '" + id + "' of collection '" + collection.name() + "'";
      return explain(match, KnownContent.of(StoredDocument.here(collection, id)).explainable(name));
    } finally {
      stop.hold(-held);
    }
  }

  private MatchExplanation explain(NearDocument match, KnownContent matched) {
    Fingerprint fingerprint = match.document().fingerprint();
    Explanation other = explained == null ? null : explain(matched);
    stop.check();
    List<String> missing =
        Stream.of(queried, matched).map(KnownContent::missing).filter(Objects::nonNull).toList();
    if (other != null && !other.fingerprint().equals(fingerprint)) {
      other = null;
      missing = List.of(replaced(match));
    }
    return new MatchExplanation(
        found.plan().path().origin(query.fingerprint(), fingerprint),
        Arrays.stream(query.fingerprint().differingBits(fingerprint)).boxed().toList(),
        explained == null || other == null
            ? null
            : Difference.between(explained, other, stop::check),
        missing);
  }

  private String replaced(NearDocument match) {
    return "document '"
        + match.document().id()
        + "' of collection '"
        + collection.name()
        + "' was replaced during the lookup; repeat it";
  }

  private @Nullable Explanation explain(KnownContent known) {
    Content content = known.content();
    return content == null ? null : query.profile().explain(content, stop::check);
  }
}
