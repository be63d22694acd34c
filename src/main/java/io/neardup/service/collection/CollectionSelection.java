package io.neardup.service.collection;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The collections that one lookup searches.
///
/// A request gives names and patterns separated by commas; `*` in a pattern stands for any
/// characters. A pattern selects among the collections that the caller may use.
///
/// @param collections at least one, each once, in request order; matches of a pattern in name order
/// @param single whether the request names one collection, without comma or pattern
/// @param missing collections that a pattern selects but that cannot be searched
public record CollectionSelection(
    List<DocumentCollection> collections, boolean single, List<Missing> missing) {

  public static final int MAX_COLLECTIONS = 100;

  /// A collection that was not searched.
  ///
  /// @param reason why not, and what to do
  public record Missing(String collection, String reason) {}

  /// The collections of a request.
  ///
  /// @param requested the names and patterns; null for the default collection
  /// @param obstacle why a collection selected by a pattern cannot be searched; null if it can
  /// @throws RequestException if one does not exist, cannot be used or may not be used by the
  ///   caller, or a pattern selects none that can be searched
  public static CollectionSelection of(
      @Nullable String requested,
      DocumentCollections collections,
      Function<DocumentCollection, @Nullable String> obstacle) {
    if (requested == null || (requested.indexOf(',') < 0 && requested.indexOf('*') < 0)) {
      return new CollectionSelection(List.of(collections.get(requested)), true, List.of());
    }
    Map<String, DocumentCollection> selected = new LinkedHashMap<>();
    List<Missing> missing = new ArrayList<>();
    for (String part : requested.split(",", -1)) {
      if (part.isEmpty()) {
        throw RequestException.invalid(
            "collection",
            "must be names or patterns separated by single commas, such as crawl-a,crawl-b or"
                + " crawl-*; was '"
                + requested
                + "'");
      }
      if (part.indexOf('*') < 0) {
        selected.put(part, collections.known(part));
      } else {
        addMatching(part, collections, obstacle, selected, missing);
      }
    }
    if (selected.size() > MAX_COLLECTIONS) {
      throw RequestException.invalid(
          "collection",
          "selects "
              + selected.size()
              + " collections; a lookup searches at most "
              + MAX_COLLECTIONS);
    }
    return new CollectionSelection(List.copyOf(selected.values()), false, missing);
  }

  public List<String> names() {
    return collections.stream().map(DocumentCollection::name).toList();
  }

  /// A selection of some of its collections.
  ///
  /// @param some in the same order
  /// @param unsearched replaces `missing`
  public CollectionSelection of(List<DocumentCollection> some, List<Missing> unsearched) {
    return new CollectionSelection(some, single, unsearched);
  }

  /// Refuses a stored document as the query if there are several collections.
  ///
  /// @throws RequestException if the source is one
  public void requireSearchable(Source source) {
    if (!single && source instanceof Source.OfStored) {
      throw RequestException.invalid(
          "id",
          "names a document of one collection; to search several, send the text of the document");
    }
  }

  /// Searches the collections one by one, merging the answers.
  ///
  /// @param search of a collection; receives the missing collections with the first one
  /// @param merge of two answers
  public <T> T search(
      BiFunction<DocumentCollection, List<Missing>, T> search, BinaryOperator<T> merge) {
    T merged = search.apply(collections.getFirst(), missing);
    for (DocumentCollection collection : collections.subList(1, collections.size())) {
      merged = merge.apply(merged, search.apply(collection, List.of()));
    }
    return merged;
  }

  private static void addMatching(
      String pattern,
      DocumentCollections collections,
      Function<DocumentCollection, @Nullable String> obstacle,
      Map<String, DocumentCollection> selected,
      List<Missing> missing) {
    Predicate<String> matches = matcher(pattern);
    List<Missing> unusable = new ArrayList<>();
    boolean searched = false;
    for (DocumentCollection each : collections.permitted()) {
      String reason = matches.test(each.name()) ? obstacle.apply(each) : null;
      if (reason != null) {
        unusable.add(new Missing(each.name(), reason));
      } else if (matches.test(each.name())) {
        selected.put(each.name(), each);
        searched = true;
      }
    }
    collections.quarantined().stream()
        .filter(each -> collections.permits(each.name()) && matches.test(each.name()))
        .forEach(
            each -> unusable.add(new Missing(each.name(), each.reason() + " " + each.remedy())));
    if (!searched) {
      throw none(pattern, unusable);
    }
    missing.addAll(unusable);
  }

  private static Predicate<String> matcher(String pattern) {
    String[] fixed = pattern.split("\\*+", -1);
    return Pattern.compile(Stream.of(fixed).map(Pattern::quote).collect(Collectors.joining(".*")))
        .asMatchPredicate();
  }

  private static RequestException none(String pattern, List<Missing> unusable) {
    if (!unusable.isEmpty()) {
      Missing first = unusable.getFirst();
      return new RequestException(
          Fault.CONFLICT,
          "collection",
          "selects by '"
              + pattern
              + "' no collection that can be searched: '"
              + first.collection()
              + "' "
              + first.reason());
    }
    return new RequestException(
        Fault.NOT_FOUND,
        "collection",
        "must select a collection that exists; no name matches '"
            + pattern
            + "'; GET /collections lists the names");
  }
}
