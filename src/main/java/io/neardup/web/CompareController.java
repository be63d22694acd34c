package io.neardup.web;

import io.neardup.measure.Measure;
import io.neardup.profile.Difference;
import io.neardup.profile.Profile;
import io.neardup.service.ComparisonService;
import io.neardup.service.ComparisonService.Comparison;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.Set;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "1. Fingerprints")
class CompareController {

  private final ComparisonService comparisons;
  private final FingerprintService fingerprints;
  private final RequestReader reader;

  CompareController(
      ComparisonService comparisons, FingerprintService fingerprints, RequestReader reader) {
    this.comparisons = comparisons;
    this.fingerprints = fingerprints;
    this.reader = reader;
  }

  @Operation(operationId = "compare", summary = "Tell how far two texts are from each other")
  @PostMapping(path = "/compare", consumes = MediaType.APPLICATION_JSON_VALUE)
  CompareResponse compare(@RequestBody CompareRequest request) {
    Source a = reader.side(request.a(), "a");
    Source b = reader.side(request.b(), "b");
    Set<Measure> measures = RequestReader.measures(request.measures());
    Comparison result = comparisons.compare(a, b, request.profile(), request.maxDistance());
    return CompareResponse.of(
        result,
        measures.isEmpty() ? null : MeasuresJson.of(comparisons.measure(measures, a, b, result)),
        Boolean.TRUE.equals(request.explain()) ? explain(a, b, result.a().profile()) : null);
  }

  private Difference explain(Source a, Source b, Profile profile) {
    if (a instanceof Source.OfContent(var first) && b instanceof Source.OfContent(var second)) {
      return Difference.between(
          fingerprints.explain(first, profile), fingerprints.explain(second, profile));
    }
    throw RequestException.invalid(
        "explain",
        "needs the content of both sides: give text, html, tokens or features for a and b");
  }
}
