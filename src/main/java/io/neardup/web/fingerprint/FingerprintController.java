package io.neardup.web.fingerprint;

import io.neardup.profile.Content;
import io.neardup.profile.Explanation;
import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.web.json.QueryParameters;
import io.neardup.web.json.QueryParameters.IdField;
import io.neardup.web.json.QueryParameters.OtherFields;
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
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Fingerprints")
class FingerprintController {

  private final FingerprintService fingerprints;
  private final RequestMapper reader;
  private final RequestLimits limits;
  private final NdjsonExchange ndjson;
  private final FairExecutor executor;

  FingerprintController(
      FingerprintService fingerprints,
      RequestMapper reader,
      RequestLimits limits,
      NdjsonExchange ndjson,
      FairExecutor executor) {
    this.fingerprints = fingerprints;
    this.reader = reader;
    this.limits = limits;
    this.ndjson = ndjson;
    this.executor = executor;
  }

  @Operation(
      operationId = "fingerprint",
      summary = "Make the fingerprint of a text",
      description =
          "With content type application/x-ndjson one request a line, with text/csv one a record;"
              + " answered line by line.")
  @PostMapping(
      path = "/fingerprint",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  FingerprintJson fingerprint(HttpServletRequest http, @RequestBody FingerprintRequest request) {
    return executor.callIfLong(
        request.html() != null || Boolean.TRUE.equals(request.explain()),
        http,
        TimedWork.COMPARISON,
        deadline -> fingerprint(request, deadline));
  }

  private FingerprintJson fingerprint(FingerprintRequest request, Deadline deadline) {
    RequestMapper.requireRef(request.ref());
    RequestMapper.requireRef(request.id());
    Content content = reader.content(request);
    Profile profile = fingerprints.profile(request.profile());
    FingerprintJson made = FingerprintJson.of(fingerprints.fingerprint(content, profile));
    if (!Boolean.TRUE.equals(request.explain())) {
      return made.echo(request);
    }
    deadline.check();
    Explanation explanation = fingerprints.explain(content, profile);
    return made.with(ExplanationJson.of(explanation, limits.explainFeatures())).echo(request);
  }

  @PostMapping(
      path = "/fingerprint",
      consumes = {StreamMediaTypes.NDJSON, StreamMediaTypes.CSV})
  void fingerprints(
      HttpServletRequest request,
      HttpServletResponse response,
      @TextField @RequestParam(required = false) @Nullable String textField,
      @IdField("Of streams: the field that is the id, a string or a whole number; id if left out.")
          @RequestParam(required = false)
          @Nullable String idField,
      @OtherFields(QueryParameters.NOT_KEPT) @RequestParam(required = false)
          @Nullable String otherFields)
      throws IOException {
    ndjson.exchange(
        request,
        response,
        FingerprintRequest.class,
        FileFields.of(textField, idField, otherFields),
        (line, slot) -> fingerprint(line, slot.begin(TimedWork.COMPARISON)));
  }
}
