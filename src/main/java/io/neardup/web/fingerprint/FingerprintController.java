package io.neardup.web.fingerprint;

import io.neardup.profile.Content;
import io.neardup.profile.Profile;
import io.neardup.service.FingerprintService;
import io.neardup.service.Fingerprinted;
import io.neardup.web.answer.ExplanationJson;
import io.neardup.web.answer.FingerprintJson;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.FileFields;
import io.neardup.web.ndjson.NdjsonExchange;
import io.neardup.web.openapi.CallDetails;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Fingerprints")
record FingerprintController(
    FingerprintService fingerprints,
    RequestMapper requestMapper,
    NdjsonExchange ndjson,
    FairExecutor executor) {

  @CallDetails(streamOf = FingerprintRequest.class, answeredWith = FingerprintJson.class)
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
    Content content = requestMapper.content(request);
    Profile profile = fingerprints.profile(request.profile());
    Fingerprinted made = fingerprints.fingerprint(content, profile);
    ExplanationJson explanation = null;
    if (Boolean.TRUE.equals(request.explain())) {
      deadline.check();
      explanation = ExplanationJson.of(fingerprints.explain(content, profile, deadline::check));
    }
    return FingerprintJson.of(made, request.id(), request.ref(), explanation);
  }

  @PostMapping(
      path = "/fingerprint",
      consumes = {StreamMediaTypes.NDJSON, StreamMediaTypes.CSV})
  void fingerprints(HttpServletRequest request, HttpServletResponse response, FileFields file)
      throws IOException {
    ndjson.exchange(
        request,
        response,
        FingerprintRequest.class,
        file,
        (line, slot) -> fingerprint(line, slot.begin(TimedWork.COMPARISON)));
  }
}
