package io.neardup.web.calibrate;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.calibrate.JudgementRecords;
import io.neardup.service.calibrate.JudgementRecords.StoredDecisions;
import io.neardup.service.calibrate.SampleRequest;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.WholeRead;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.Example;
import io.neardup.web.openapi.CallDetails.Refusal;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Calibration")
record CalibrationController(DocumentCollections collections, Clock clock, FairExecutor executor) {

  private static final int DEFAULT_CHARS = 2_000;
  private static final int MAX_CHARS = 20_000;

  /// Query parameters of samples.
  @QueryRecord
  record SampleParameters(
      @Parameter(
              description =
                  "The smallest distance of pairs, in bits; by default a sixteenth of the bits"
                      + " below the limit of the collection.",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "0",
                      maximum = QueryParameters.MAX_BITS))
          @Nullable Integer minDistance,
      @Parameter(
              description =
                  "The largest distance of pairs, in bits; by default a sixteenth of the bits above"
                      + " the limit of the collection.",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "0",
                      maximum = QueryParameters.MAX_BITS))
          @Nullable Integer maxDistance,
      @Parameter(
              description = "Maximum number of pairs in the answer, 10 by default.",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "1",
                      maximum = "" + SampleRequest.MAX_PAIRS))
          @Nullable Integer limit,
      @Parameter(
              description =
                  "Selects the sample, 1 by default. The same seed gives the same pairs as long as"
                      + " the collection does not change.",
              schema = @Schema(type = "integer", format = "int64"))
          @Nullable Long seed,
      @Parameter(
              description = "Maximum number of characters of each text, 2,000 by default.",
              schema =
                  @Schema(
                      type = "integer",
                      format = "int32",
                      minimum = "0",
                      maximum = "" + MAX_CHARS))
          @Nullable Integer textChars) {

    int maxChars() {
      int chars = textChars == null ? DEFAULT_CHARS : textChars;
      return RequestException.inRange("textChars", 0, MAX_CHARS, "", chars);
    }
  }

  @Operation(
      operationId = "getSamples",
      summary = "Sample pairs near the limit, to be judged by a person",
      description =
          "Random documents are looked up with maxDistance. Half of the answered pairs are within"
              + " the limit of the collection, half beyond, spread over all distances from the"
              + " limit outwards. Texts are present if the collection stores them.")
  @CallDetails(refusals = @Refusal(status = 404))
  @GetMapping(path = "/collections/{name}/samples", produces = MediaType.APPLICATION_JSON_VALUE)
  SamplesResponse samples(
      HttpServletRequest http,
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name,
      SampleParameters query) {
    DocumentCollection collection = collections.get(name);
    int maxChars = query.maxChars();
    SampleRequest request =
        SampleRequest.of(
            collection, query.minDistance(), query.maxDistance(), query.limit(), query.seed());
    return executor.call(
        http,
        TimedWork.SAMPLE,
        deadline -> {
          WholeRead whole = collection.readWhole();
          SamplesResponse samples = SamplesResponse.of(request, collection, maxChars, deadline);
          whole.check();
          return samples;
        });
  }

  @Operation(
      operationId = "postJudgements",
      summary = "Store what a person decided on pairs of documents",
      description =
          "All of them, or none if one is invalid. Each replaces an earlier one on the same pair,"
              + " so the request can be repeated. Pairs with a document that does not exist are not"
              + " stored but listed as missing.")
  @CallDetails(
      refusals = @Refusal(status = 404),
      examples =
          @Example(
              name = "two pairs",
              json =
                  "{\"judgements\": [{\"a\": \"cat-1\", \"b\": \"cat-2\", \"duplicate\": true,"
                      + " \"weight\": 12.5}, {\"a\": \"cat-1\", \"b\": \"dog-1\", \"duplicate\":"
                      + " false}]}"))
  @PostMapping(
      path = "/collections/{name}/judgements",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  StoredDecisions store(
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name,
      @RequestBody JudgementsRequest request) {
    return JudgementRecords.store(collections.get(name), request.decisions(), clock.instant());
  }

  /// Query parameters of lists.
  @QueryRecord
  record JudgementPage(
      @Parameter(description = "'next' of the previous page; the first page if omitted.")
          @Nullable String after,
      @Limit("Maximum number of judgements in the answer, 10 by default.")
          @Nullable Integer limit) {}

  @Operation(operationId = "getJudgements", summary = "List the judgements of a collection")
  @CallDetails(refusals = @Refusal(status = 404))
  @GetMapping(path = "/collections/{name}/judgements", produces = MediaType.APPLICATION_JSON_VALUE)
  JudgementsResponse list(
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name,
      JudgementPage query) {
    int limit = LookupLimits.limit(query.limit());
    return JudgementsResponse.of(
        JudgementRecords.of(collections.get(name))
            .list(JudgementsResponse.last(query.after()), limit + 1),
        limit);
  }

  /// Query parameters of deletions.
  @QueryRecord
  record JudgedPair(
      @Parameter(description = "The id of a document; with b, deletes the judgement of this pair.")
          @Nullable String a,
      @Parameter(description = "The id of the other document.") @Nullable String b) {}

  @Operation(
      operationId = "deleteJudgements",
      summary = "Delete the judgement of a pair, or all of a collection",
      description = "All of them without a and b.")
  @CallDetails(
      refusals =
          @Refusal(
              status = 404,
              cause = "The collection does not exist, or the pair was not judged"))
  @DeleteMapping("/collections/{name}/judgements")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Parameter(description = QueryParameters.PATH_NAME, example = "default") @PathVariable
          String name,
      JudgedPair pair) {
    JudgementRecords judgements = JudgementRecords.of(collections.get(name));
    if (pair.a() == null && pair.b() == null) {
      judgements.clear();
    } else if (pair.a() == null || pair.b() == null) {
      throw RequestException.invalid(
          pair.a() == null ? "a" : "b", "is missing; give both ids, or none to delete all");
    } else if (!judgements.remove(pair.a(), pair.b())) {
      throw new RequestException(
          Fault.NOT_FOUND, "a", "and b have no judgement; list them with GET");
    }
  }
}
