package io.neardup.web.calibrate;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.calibrate.JudgementRecords;
import io.neardup.service.calibrate.JudgementRecords.StoredDecisions;
import io.neardup.service.calibrate.PairSampler;
import io.neardup.service.calibrate.SampleRequest;
import io.neardup.service.calibrate.Samples;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.collection.DocumentCollections;
import io.neardup.service.collection.WholeRead;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
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

  /// Query parameters of samples.
  @QueryRecord
  record SampleParameters(
      @Schema(minimum = "0", maximum = QueryParameters.MAX_BITS) @Nullable Integer minDistance,
      @Schema(minimum = "0", maximum = QueryParameters.MAX_BITS) @Nullable Integer maxDistance,
      @Schema(minimum = "1", maximum = "" + SampleRequest.MAX_PAIRS) @Nullable Integer limit,
      @Nullable Long seed,
      @Schema(minimum = "0", maximum = "" + SampleRequest.MAX_CHARS) @Nullable Integer textChars) {}

  @GetMapping(path = "/collections/{name}/samples", produces = MediaType.APPLICATION_JSON_VALUE)
  Samples samples(HttpServletRequest http, @PathVariable String name, SampleParameters query) {
    DocumentCollection collection = collections.get(name);
    SampleRequest request =
        SampleRequest.of(
            collection,
            query.minDistance(),
            query.maxDistance(),
            query.limit(),
            query.seed(),
            query.textChars());
    return executor.call(
        http,
        TimedWork.SAMPLE,
        deadline -> {
          WholeRead whole = collection.readWhole();
          Samples samples = new PairSampler(collection, request, deadline).sample();
          whole.check();
          return samples;
        });
  }

  @PostMapping(
      path = "/collections/{name}/judgements",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  StoredDecisions store(@PathVariable String name, @RequestBody JudgementsRequest request) {
    return JudgementRecords.store(collections.get(name), request.decisions(), clock.instant());
  }

  /// Query parameters of lists.
  @QueryRecord
  record JudgementPage(@Nullable String after, @Limit @Nullable Integer limit) {}

  @GetMapping(path = "/collections/{name}/judgements", produces = MediaType.APPLICATION_JSON_VALUE)
  JudgementsResponse list(@PathVariable String name, JudgementPage query) {
    int limit = LookupLimits.limit(query.limit());
    return JudgementsResponse.of(
        JudgementRecords.of(collections.get(name))
            .list(JudgementsResponse.last(query.after()), limit + 1),
        limit);
  }

  /// Query parameters of deletions.
  @QueryRecord
  record JudgedPair(@Nullable String a, @Nullable String b) {}

  @DeleteMapping("/collections/{name}/judgements")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String name, JudgedPair pair) {
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
