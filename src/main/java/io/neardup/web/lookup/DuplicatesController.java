package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionSelection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.compare.MatchExplainer;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.web.answer.PeerAnswers;
import io.neardup.web.json.InQuery;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.SourceFields;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.lookup.DuplicatesRequest.DuplicatesLine;
import io.neardup.web.ndjson.FileFields;
import io.neardup.web.ndjson.NdjsonExchange;
import io.neardup.web.openapi.CallDetails;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Near-duplicates")
record DuplicatesController(
    DocumentCollections collections,
    PeerAnswers peers,
    RequestMapper mapper,
    NdjsonExchange ndjson,
    FairExecutor executor) {

  @GetMapping(path = "/duplicates", produces = MediaType.APPLICATION_JSON_VALUE)
  DuplicatesResponse duplicates(
      HttpServletRequest http,
      QueriedSource source,
      SearchedCollections where,
      @InQuery(without = DuplicatesLine.class) DuplicatesRequest query) {
    requireShort(http.getQueryString(), "/duplicates");
    Source given = mapper.source("query", source, "text, fingerprint, id");
    return executor.call(http, TimedWork.LOOKUP, answer(http, source, given, where, query, null));
  }

  @CallDetails(streamOf = DuplicatesLine.class, answeredWith = DuplicatesResponse.class)
  @PostMapping(
      path = "/duplicates",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  DuplicatesResponse duplicates(
      HttpServletRequest http, SearchedCollections where, @RequestBody DuplicatesRequest request) {
    RequestMapper.requireRef(request.ref());
    return executor.call(
        http,
        TimedWork.LOOKUP,
        answer(http, request, mapper.source(request), where, request, request.ref()));
  }

  @PostMapping(
      path = "/duplicates",
      consumes = {StreamMediaTypes.NDJSON, StreamMediaTypes.CSV})
  void duplicates(
      HttpServletRequest request,
      HttpServletResponse response,
      SearchedCollections where,
      @InQuery(without = DuplicatesLine.class) DuplicatesRequest query,
      FileFields file)
      throws IOException {
    requireValid(where, query);
    ndjson.exchange(
        request,
        response,
        DuplicatesLine.class,
        file,
        (line, slot) -> {
          requireOneSource(line);
          RequestMapper.requireRef(line.ref());
          return answer(request, line, mapper.source(line), where, query, line.ref())
              .apply(slot.begin(TimedWork.LOOKUP));
        });
  }

  /// Refuses a line that has both a text and an id, as files often do.
  private static void requireOneSource(DuplicatesLine line) {
    if (line.text() != null && line.id() != null) {
      throw RequestException.invalid(
          "id",
          "selects a stored document to look up instead of a text; if it is the id of the line's"
              + " text, idField=id in the query returns it as ref");
    }
  }

  /// Refuses a stream in which no line could be answered.
  private void requireValid(SearchedCollections where, DuplicatesRequest query) {
    query.parameters();
    collections.requireApplied(where.minPosition(), selected(where).collections());
  }

  private CollectionSelection selected(SearchedCollections where) {
    return CollectionSelection.of(where.collection(), collections, each -> null);
  }

  /// Reads the request and returns the lookup to run.
  private Function<Deadline, DuplicatesResponse> answer(
      HttpServletRequest http,
      SourceFields given,
      Source source,
      SearchedCollections where,
      DuplicatesRequest query,
      @Nullable String ref) {
    LookupRequest request = query.parameters();
    CollectionSelection selected = selected(where);
    selected.requireSearchable(source);
    collections.requireApplied(where.minPosition(), selected.collections());
    int limit = query.nearest() == null ? LookupLimits.limit(query.limit()) : query.nearest();
    BiFunction<CollectionSelection, Deadline, DuplicatesResponse> search =
        (some, deadline) ->
            some.search(
                (collection, missing) -> {
                  LookupResult found = collection.duplicates(source, request, deadline);
                  MatchExplainer explainer =
                      query.explains()
                          ? new MatchExplainer(collection, source, found, deadline)
                          : null;
                  String name = selected.single() ? null : collection.name();
                  return DuplicatesResponse.of(found, name, missing, explainer, ref);
                },
                (a, b) -> DuplicatesResponse.merged(a, b, limit));
    return peers.lookup(
        http,
        selected,
        "/duplicates",
        () -> query.of(given, ref),
        DuplicatesResponse.class,
        search,
        (a, b) -> DuplicatesResponse.merged(a, b, limit),
        (found, missing) -> found.with(missing, selected.names()));
  }

  /// Refuses a query too long for an address.
  ///
  /// @param path that accepts it by POST
  static void requireShort(@Nullable String query, String path) {
    if (query != null && query.length() > RequestLimits.MAX_QUERY_CHARS) {
      throw new RequestException(
          Fault.URI_TOO_LONG,
          "text",
          "makes a query of "
              + query.length()
              + " characters, more than "
              + RequestLimits.MAX_QUERY_CHARS
              + "; send it to POST "
              + path
              + " instead");
    }
  }

  /// The text, fingerprint or document of `GET /duplicates`.
  @QueryRecord
  record QueriedSource(@Nullable String text, @Nullable String fingerprint, @Nullable String id)
      implements SourceFields {}
}
