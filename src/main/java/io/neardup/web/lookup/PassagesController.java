package io.neardup.web.lookup;

import io.neardup.profile.Content;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.collection.CollectionSelection;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.passage.PassageExplanation;
import io.neardup.service.passage.PassageLookup;
import io.neardup.service.passage.PassageResult;
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
import io.neardup.web.openapi.CallDetails.Example;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
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
    RequestMapper mapper,
    NdjsonExchange ndjson,
    FairExecutor executor) {

  /// The fields with the source, of a body or line.
  private static final String FIELDS = "text, html, id";

  @Operation(
      operationId = "getPassages",
      summary = "Find stored documents that quote a text, or are quoted in it",
      description =
          "Exactly one of text and id. Use POST /passages for long texts. The collection must have"
              + " passages=true.")
  @CallDetails(
      refusals = {
        @Refusal(status = 404),
        @Refusal(status = 409, cause = "The collection does not index passages"),
        @Refusal(status = 414, cause = "The text is too long for an address; use POST")
      })
  @GetMapping(path = "/passages", produces = MediaType.APPLICATION_JSON_VALUE)
  PassagesResponse passages(
      HttpServletRequest http,
      QuotedSource source,
      SearchedCollections where,
      @InQuery(without = PassagesLine.class) PassagesRequest query) {
    DuplicatesController.requireShort(http.getQueryString(), "/passages");
    Source given = mapper.source("query", source, "text, id");
    return executor.call(http, TimedWork.LOOKUP, answer(given, where, query, null));
  }

  @Operation(
      operationId = "postPassages",
      summary = "Find documents that quote long texts or many",
      description =
          "With content type application/x-ndjson one request per line, with text/csv one per"
              + " record; answered line by line. The collection must have passages=true.")
  @CallDetails(
      refusals = {
        @Refusal(status = 404),
        @Refusal(status = 409, cause = "The collection does not index passages")
      },
      streamOf = PassagesLine.class,
      answeredWith = PassagesResponse.class,
      examples = {
        @Example(
            name = "a text",
            json = "{\"minShare\": 0.5, \"text\": \"" + CallDetails.SAME_NOTICE + "\"}")
      })
  @PostMapping(
      path = "/passages",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  PassagesResponse passages(
      HttpServletRequest http, SearchedCollections where, @RequestBody PassagesRequest request) {
    RequestMapper.requireRef(request.ref());
    Source source = mapper.source("body", request, FIELDS);
    return executor.call(http, TimedWork.LOOKUP, answer(source, where, request, request.ref()));
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
          return answer(source, where, query, line.ref()).apply(slot.begin(TimedWork.LOOKUP));
        });
  }

  /// Refuses a stream of which no line could be answered.
  private void requireValid(SearchedCollections where, PassagesRequest query) {
    query.lookup();
    selected(where);
    collections.requireApplied(where.minPosition());
  }

  private CollectionSelection selected(SearchedCollections where) {
    return CollectionSelection.of(
        where.collection(), collections, DocumentCollection::passageObstacle);
  }

  /// Reads the request, and returns the lookup to be run.
  private Function<Deadline, PassagesResponse> answer(
      Source source, SearchedCollections where, PassagesRequest query, @Nullable String ref) {
    PassageLookup lookup = query.lookup();
    CollectionSelection selected = selected(where);
    selected.requireSearchable(source);
    if (query.explains() && !selected.single()) {
      throw RequestException.invalid(
          "explain", "describes the search of one collection; name one, or leave explain out");
    }
    collections.requireApplied(where.minPosition());
    String id = source instanceof Source.OfStored(String known) ? known : null;
    boolean sent = source instanceof Source.OfContent(Content.Text _);
    return deadline -> {
      String text = PassageLookup.text(source, selected.collections().getFirst(), deadline);
      return selected.search(
          (collection, missing) -> {
            PassageResult found = lookup.find(collection, text, id, deadline);
            PassageExplanation explanation =
                query.explains() ? PassageExplanation.of(collection, found, deadline) : null;
            String name = selected.single() ? null : collection.name();
            return PassagesResponse.of(found, name, missing, explanation, sent, ref);
          },
          (a, b) -> PassagesResponse.merged(a, b, lookup.limit()));
    };
  }

  /// The text or document of `GET /passages`.
  @QueryRecord
  record QuotedSource(
      @Parameter(description = "Plain text.", example = "the cat sat on the mat")
          @Nullable String text,
      @Parameter(
              description =
                  "The id of a stored document, which is not listed among its own matches.")
          @Nullable String id)
      implements SourceFields {}
}
