package io.neardup.web.calibrate;

import io.neardup.calibrate.CalibrationResult;
import io.neardup.calibrate.EvaluatedProfile;
import io.neardup.calibrate.LabelledPair;
import io.neardup.service.FingerprintService;
import io.neardup.service.calibrate.Evaluation;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
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
      long duplicates,
      long others,
      String profile,
      String reason,
      List<EvaluatedProfile> profiles) {

    static EvaluateResponse of(CalibrationResult result) {
      return new EvaluateResponse(
          result.duplicates(),
          result.others(),
          result.profile(),
          result.reason(),
          result.profiles());
    }
  }

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
