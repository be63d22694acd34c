package io.neardup.web;

import io.neardup.measure.Measure;
import io.neardup.profile.Difference;
import io.neardup.profile.Explanation;
import io.neardup.profile.Profile;
import io.neardup.service.ComparisonService;
import io.neardup.service.ComparisonService.Comparison;
import io.neardup.service.FingerprintService;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.web.Deadline.Work;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Fingerprints")
class CompareController {

  private final ComparisonService comparisons;
  private final FingerprintService fingerprints;
  private final RequestReader reader;
  private final Deadlines deadlines;
  private final Turns turns;

  CompareController(
      ComparisonService comparisons,
      FingerprintService fingerprints,
      RequestReader reader,
      Deadlines deadlines,
      Turns turns) {
    this.comparisons = comparisons;
    this.fingerprints = fingerprints;
    this.reader = reader;
    this.deadlines = deadlines;
    this.turns = turns;
  }

  @Operation(operationId = "compare", summary = "Tell how far two texts are from each other")
  @PostMapping(path = "/compare", consumes = MediaType.APPLICATION_JSON_VALUE)
  CompareResponse compare(HttpServletRequest http, @RequestBody CompareRequest request) {
    Source a = reader.side(request.a(), "a");
    Source b = reader.side(request.b(), "b");
    Set<Measure> measures = RequestReader.measures(request.measures());
    Deadline deadline = deadlines.begin(Work.COMPARISON, http);
    return turns.takeIf(
        !measures.isEmpty()
            || Boolean.TRUE.equals(request.explain())
            || isPage(request.a())
            || isPage(request.b()),
        http,
        () -> compare(request, a, b, measures, deadline));
  }

  private static boolean isPage(@Nullable SourceRequest side) {
    return side != null && side.html() != null;
  }

  private CompareResponse compare(
      CompareRequest request, Source a, Source b, Set<Measure> measures, Deadline deadline) {
    Comparison result = comparisons.compare(a, b, request.profile(), request.maxDistance());
    return CompareResponse.of(
        result,
        measures.isEmpty() ? null : measure(measures, a, b, result, deadline),
        Boolean.TRUE.equals(request.explain())
            ? explain(a, b, result.a().profile(), deadline)
            : null);
  }

  private MeasuresJson measure(
      Set<Measure> measures, Source a, Source b, Comparison result, Deadline deadline) {
    deadline.check();
    return MeasuresJson.of(comparisons.measure(measures, a, b, result));
  }

  /// The deadline is looked at between steps, each of which takes a second or two of the largest
  /// body.
  private Difference explain(Source a, Source b, Profile profile, Deadline deadline) {
    if (a instanceof Source.OfContent(var first) && b instanceof Source.OfContent(var second)) {
      deadline.check();
      Explanation ofA = fingerprints.explain(first, profile);
      deadline.check();
      Explanation ofB = fingerprints.explain(second, profile);
      deadline.check();
      return Difference.between(ofA, ofB);
    }
    throw RequestException.invalid(
        "explain",
        "needs the content of both sides: give text, html, tokens or features for a and b");
  }
}
