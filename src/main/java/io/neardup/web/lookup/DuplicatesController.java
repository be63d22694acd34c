package io.neardup.web.lookup;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.compare.MatchExplainer;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.lookup.LookupRequest;
import io.neardup.service.lookup.LookupResult;
import io.neardup.service.lookup.MetadataFilter;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Explain;
import io.neardup.web.json.QueryParameters.Filter;
import io.neardup.web.json.QueryParameters.IdField;
import io.neardup.web.json.QueryParameters.InCollection;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryParameters.MaxDistance;
import io.neardup.web.json.QueryParameters.MinPosition;
import io.neardup.web.json.QueryParameters.Nearest;
import io.neardup.web.json.QueryParameters.OtherFields;
import io.neardup.web.json.QueryParameters.Recall;
import io.neardup.web.json.QueryParameters.TextField;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.RequestLimits;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.FileFields;
import io.neardup.web.ndjson.NdjsonExchange;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Near-duplicates")
class DuplicatesController {

  private static final String RECALL =
      "The requested probability that a match at maxDistance is found, nearer ones more surely: 'exact'"
          + " or a number above 0, at most 1; 0.95 if left out.";

  private final DocumentCollections collections;
  private final RequestMapper reader;
  private final RequestLimits limits;
  private final NdjsonExchange ndjson;
  private final FairExecutor executor;

  DuplicatesController(
      DocumentCollections collections,
      RequestMapper reader,
      RequestLimits limits,
      NdjsonExchange ndjson,
      FairExecutor executor) {
    this.collections = collections;
    this.reader = reader;
    this.limits = limits;
    this.ndjson = ndjson;
    this.executor = executor;
  }

  @Operation(
      operationId = "getDuplicates",
      summary = "Find stored documents that are nearly the same",
      description = "Exactly one of text, fingerprint and id. Long texts go to POST /duplicates.")
  @GetMapping(path = "/duplicates", produces = MediaType.APPLICATION_JSON_VALUE)
  DuplicatesResponse duplicates(
      HttpServletRequest http,
      @Parameter(description = "Plain text.", example = "the cat sat on the mat")
          @RequestParam(required = false)
          @Nullable String text,
      @Parameter(description = "A ready fingerprint, in hex of the profile's width.")
          @RequestParam(required = false)
          @Nullable String fingerprint,
      @Parameter(description = "The id of a stored document, which is left out of its own matches.")
          @RequestParam(required = false)
          @Nullable String id,
      @InCollection("Where to look.") @RequestParam(required = false) @Nullable String collection,
      @MaxDistance @RequestParam(required = false) @Nullable Integer maxDistance,
      @Limit("How many matches to list; 10 if left out.") @RequestParam(required = false)
          @Nullable Integer limit,
      @Recall(RECALL) @RequestParam(required = false) @Nullable String recall,
      @Nearest @RequestParam(required = false) @Nullable Integer nearest,
      @Filter @RequestParam(required = false) @Nullable List<String> filter,
      @MinPosition @RequestParam(required = false) @Nullable String minPosition,
      @Explain @RequestParam(required = false) @Nullable Boolean explain) {
    requireShort(http.getQueryString());
    long given = Stream.of(text, fingerprint, id).filter(Objects::nonNull).count();
    RequestMapper.requireOne("query", (int) given, "text, fingerprint, id");
    return executor.call(
        http,
        TimedWork.LOOKUP,
        answer(
            new DuplicatesRequest(
                text,
                null,
                null,
                null,
                fingerprint,
                id,
                collection,
                maxDistance,
                limit,
                null,
                nearest,
                null,
                minPosition,
                explain,
                null),
            new LookupRequest(
                maxDistance,
                RequestMapper.recall(recall),
                limit,
                nearest,
                RequestMapper.filter(http))));
  }

  @Operation(
      operationId = "postDuplicates",
      summary = "Find stored documents that are nearly the same, for long texts and many",
      description =
          "With content type application/x-ndjson one request a line, with text/csv one a record;"
              + " answered line by line.")
  @PostMapping(
      path = "/duplicates",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  DuplicatesResponse duplicates(
      HttpServletRequest http,
      @InCollection("Where to look.") @RequestParam(required = false) @Nullable String collection,
      @MaxDistance @RequestParam(required = false) @Nullable Integer maxDistance,
      @Limit("How many matches to list; 10 if left out.") @RequestParam(required = false)
          @Nullable Integer limit,
      @Recall(RECALL) @RequestParam(required = false) @Nullable String recall,
      @Nearest @RequestParam(required = false) @Nullable Integer nearest,
      @Filter @RequestParam(required = false) @Nullable List<String> filter,
      @MinPosition @RequestParam(required = false) @Nullable String minPosition,
      @Explain @RequestParam(required = false) @Nullable Boolean explain,
      @RequestBody DuplicatesRequest request) {
    LookupQuery query =
        new LookupQuery(
            collection,
            maxDistance,
            limit,
            recall,
            nearest,
            LookupQuery.filter(http),
            minPosition,
            explain);
    DuplicatesRequest whole = request.withDefaults(query);
    return executor.call(http, TimedWork.LOOKUP, answer(whole, requested(whole)));
  }

  @PostMapping(
      path = "/duplicates",
      consumes = {StreamMediaTypes.NDJSON, StreamMediaTypes.CSV})
  void duplicates(
      HttpServletRequest request,
      HttpServletResponse response,
      @RequestParam(required = false) @Nullable String collection,
      @RequestParam(required = false) @Nullable Integer maxDistance,
      @RequestParam(required = false) @Nullable Integer limit,
      @RequestParam(required = false) @Nullable String recall,
      @RequestParam(required = false) @Nullable Integer nearest,
      @RequestParam(required = false) @Nullable List<String> filter,
      @RequestParam(required = false) @Nullable String minPosition,
      @RequestParam(required = false) @Nullable Boolean explain,
      @TextField @RequestParam(required = false) @Nullable String textField,
      @IdField(
              "Of streams: the field by which you know the text, a string or a whole number; answers"
                  + " repeat it as ref. Without it, id is the id of a stored document.")
          @RequestParam(required = false)
          @Nullable String idField,
      @OtherFields(QueryParameters.NOT_KEPT) @RequestParam(required = false)
          @Nullable String otherFields)
      throws IOException {
    LookupQuery query =
        new LookupQuery(
            collection,
            maxDistance,
            limit,
            recall,
            nearest,
            LookupQuery.filter(request),
            minPosition,
            explain);
    ndjson.exchange(
        request,
        response,
        DuplicatesRequest.class,
        FileFields.ofLookup(textField, idField, otherFields),
        (line, slot) -> {
          requireOneSource(line);
          DuplicatesRequest whole = line.withDefaults(query);
          return answer(whole, requested(whole)).apply(slot.begin(TimedWork.LOOKUP));
        });
  }

  /// Refuses a line that has a text and its id, as files have them.
  private static void requireOneSource(DuplicatesRequest line) {
    if (line.text() != null && line.id() != null) {
      throw RequestException.invalid(
          "id",
          "is that of a stored document, to be looked up in place of a text; if the line's own text has"
              + " it, idField=id in the query makes it the ref that the answer repeats");
    }
  }

  private static LookupRequest requested(DuplicatesRequest request) {
    RequestMapper.requireRef(request.ref());
    return new LookupRequest(
        request.maxDistance(),
        RequestMapper.recall(request.recall()),
        request.limit(),
        request.nearest(),
        MetadataFilter.of(request.filter()));
  }

  /// Reads the request, and returns what is left to do: the lookup.
  private Function<Deadline, DuplicatesResponse> answer(
      DuplicatesRequest request, LookupRequest requested) {
    DocumentCollection collection = collections.get(request.collection());
    collections.requireApplied(request.minPosition());
    Source source = reader.source(request);
    boolean explain = Boolean.TRUE.equals(request.explain());
    if (explain) {
      LookupLimits.requireExplainable(requested);
    }
    return deadline -> {
      LookupResult found = collection.duplicates(source, requested, deadline);
      MatchExplainer explainer =
          explain ? new MatchExplainer(collection, source, found, deadline) : null;
      return DuplicatesResponse.of(found, explainer, request.ref());
    };
  }

  private void requireShort(@Nullable String query) {
    if (query != null && query.length() > limits.maxQueryChars()) {
      throw new RequestException(
          Fault.URI_TOO_LONG,
          "text",
          "makes a query of "
              + query.length()
              + " characters, more than "
              + limits.maxQueryChars()
              + "; send it to POST /duplicates instead");
    }
  }
}
