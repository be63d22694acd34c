package io.neardup.web.lookup;

import io.neardup.profile.Content;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionSelection;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.passage.PassageLookup;
import io.neardup.service.passage.PassageResult;
import io.neardup.web.answer.PeerAnswers;
import io.neardup.web.json.InQuery;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.SourceFields;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.lookup.PassagesRequest.PassagesLine;
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
record PassagesController(
    DocumentCollections collections,
    PeerAnswers peers,
    RequestMapper mapper,
    NdjsonExchange ndjson,
    FairExecutor executor) {

  /// The source fields of a body or line.
  private static final String FIELDS = "text, html, id";

  @GetMapping(path = "/passages", produces = MediaType.APPLICATION_JSON_VALUE)
  PassagesResponse passages(
      HttpServletRequest http,
      QuotedSource source,
      SearchedCollections where,
      @InQuery(without = PassagesLine.class) PassagesRequest query) {
    DuplicatesController.requireShort(http.getQueryString(), "/passages");
    Source given = mapper.source("query", source, "text, id");
    return executor.call(http, TimedWork.LOOKUP, answer(http, source, given, where, query, null));
  }

  @CallDetails(streamOf = PassagesLine.class, answeredWith = PassagesResponse.class)
  @PostMapping(
      path = "/passages",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  PassagesResponse passages(
      HttpServletRequest http, SearchedCollections where, @RequestBody PassagesRequest request) {
    RequestMapper.requireRef(request.ref());
    Source source = mapper.source("body", request, FIELDS);
    return executor.call(
        http, TimedWork.LOOKUP, answer(http, request, source, where, request, request.ref()));
  }

  @PostMapping(
      path = "/passages",
      consumes = {StreamMediaTypes.NDJSON, StreamMediaTypes.CSV})
  void passages(
      HttpServletRequest request,
      HttpServletResponse response,
      SearchedCollections where,
      @InQuery(without = PassagesLine.class) PassagesRequest query,
      FileFields file)
      throws IOException {
    requireValid(where, query);
    ndjson.exchange(
        request,
        response,
        PassagesLine.class,
        file,
        (line, slot) -> {
          RequestMapper.requireRef(line.ref());
          Source source = mapper.source("body", line, FIELDS);
          return answer(request, line, source, where, query, line.ref())
              .apply(slot.begin(TimedWork.LOOKUP));
        });
  }

  /// Refuses a stream in which no line could be answered.
  private void requireValid(SearchedCollections where, PassagesRequest query) {
    query.lookup();
    collections.requireApplied(where.minPosition(), selected(where).collections());
  }

  private CollectionSelection selected(SearchedCollections where) {
    return CollectionSelection.of(
        where.collection(), collections, DocumentCollection::passageObstacle);
  }

  /// Reads the request and returns the lookup to run.
  private Function<Deadline, PassagesResponse> answer(
      HttpServletRequest http,
      SourceFields given,
      Source source,
      SearchedCollections where,
      PassagesRequest query,
      @Nullable String ref) {
    PassageLookup lookup = query.lookup();
    CollectionSelection selected = selected(where);
    selected.requireSearchable(source);
    collections.requireApplied(where.minPosition(), selected.collections());
    String id = source instanceof Source.OfStored(String known) ? known : null;
    boolean sent = source instanceof Source.OfContent(Content.Text _);
    BiFunction<CollectionSelection, Deadline, PassagesResponse> search =
        (some, deadline) -> {
          String text = PassageLookup.text(source, some.collections().getFirst(), deadline);
          return some.search(
              (collection, missing) -> {
                PassageResult found = lookup.find(collection, text, id, deadline);
                String name = selected.single() ? null : collection.name();
                return PassagesResponse.of(found, name, missing, sent, ref);
              },
              (a, b) -> PassagesResponse.merged(a, b, lookup.limit()));
        };
    return peers.lookup(
        http,
        selected,
        "/passages",
        () -> query.of(given, ref),
        PassagesResponse.class,
        search,
        (a, b) -> PassagesResponse.merged(a, b, lookup.limit()),
        PassagesResponse::with);
  }

  /// The text or document of `GET /passages`.
  @QueryRecord
  record QuotedSource(@Nullable String text, @Nullable String id) implements SourceFields {}
}
