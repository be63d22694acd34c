package io.neardup.web.calibrate;

import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.EvaluatedProfile;
import io.neardup.calibrate.LabelledPair;
import io.neardup.service.FingerprintService;
import io.neardup.service.calibrate.Evaluation;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.openapi.CallDetails.Example;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Calibration")
record EvaluateController(FingerprintService fingerprints, FairExecutor executor) {

  /// The evaluation of labelled pairs or of documents.
  @Schema(name = "Evaluation")
  record EvaluateResponse(
      @Schema(
              description =
                  "Number of pairs of near-duplicates; of texts and their edited copies with"
                      + " texts.")
          long duplicates,
      @Schema(description = "Number of other pairs.") long others,
      @Schema(description = "The recommended profile.") String profile,
      @Schema(
              description =
                  "The reason, in sentences. It begins with a warning if fewer than 50"
                      + " near-duplicates or other pairs were measured, or F1 is below 0.8.")
          String reason,
      @Schema(description = "In the order of the request.") List<EvaluatedProfile> profiles) {

    static EvaluateResponse of(CalibrationResult result) {
      return new EvaluateResponse(
          result.duplicates(),
          result.others(),
          result.profile(),
          result.reason(),
          result.profiles());
    }
  }

  @Operation(
      operationId = "evaluate",
      summary =
          "Recommend a distance for each profile by labelled pairs of texts, or by texts alone",
      description =
          "Nothing is stored. Precision is that of a lookup: near-duplicates against the false"
              + " matches among all documents, whatever the numbers of labelled pairs. For the"
              + " documents of a collection that keeps texts, or judgements of them, start a job of"
              + " kind evaluate, which has no time limit.")
  @CallDetails(
      examples =
          @Example(
              name = "two pairs",
              json =
                  "{\"profiles\": [\"simhash-256-v1\", \"paper-v1\"], \"pairs\": [{\"a\": \""
                      + CallDetails.NOTICE
                      + "\", \"b\": \""
                      + CallDetails.SAME_NOTICE
                      + "\", \"duplicate\": true}, {\"a\": \""
                      + CallDetails.NOTICE
                      + "\", \"b\": \""
                      + CallDetails.CHINESE
                      + "\", \"duplicate\": false}]}"))
  @PostMapping(
      path = "/evaluate",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  EvaluateResponse evaluate(HttpServletRequest http, @RequestBody EvaluateRequest request) {
    Evaluation evaluation = request.evaluation(fingerprints);
    Long size = request.size();
    List<LabelledPair> pairs = request.labelled();
    List<String> texts = request.sample();
    return executor.call(
        http,
        TimedWork.EVALUATION,
        deadline -> EvaluateResponse.of(evaluation.ofSent(pairs, texts, size, deadline)));
  }
}
