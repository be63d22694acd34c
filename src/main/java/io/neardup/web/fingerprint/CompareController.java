package io.neardup.web.fingerprint;

import io.neardup.measure.Measure;
import io.neardup.service.Peers;
import io.neardup.service.RequestException;
import io.neardup.service.Source;
import io.neardup.service.collection.DocumentCollection;
import io.neardup.service.compare.ComparisonService;
import io.neardup.service.compare.ComparisonService.Comparison;
import io.neardup.service.compare.ComparisonService.Side;
import io.neardup.service.peer.PeerCalls;
import io.neardup.web.json.RequestMapper;
import io.neardup.web.json.SourceRequest;
import io.neardup.web.limits.Deadline;
import io.neardup.web.limits.Deadline.TimedWork;
import io.neardup.web.limits.FairExecutor;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@RestController
@Tag(name = "Fingerprints")
record CompareController(
    ComparisonService comparisons,
    RequestMapper requestMapper,
    FairExecutor executor,
    PeerCalls peers) {

  @PostMapping(
      path = "/compare",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Nullable CompareResponse compare(
      HttpServletRequest http, HttpServletResponse answer, @RequestBody CompareRequest request)
      throws IOException {
    Side a = side(request.a(), "a");
    Side b = side(request.b(), "b");
    Set<Measure> measures = RequestMapper.measures(request.measures());
    boolean isDeep =
        !measures.isEmpty()
            || Boolean.TRUE.equals(request.passages())
            || Boolean.TRUE.equals(request.explain());
    DocumentCollection elsewhere =
        http.getAttribute(Peers.INTERNAL) != null
            ? null
            : comparisons
                .deciding(a, b, request.profile())
                .filter(each -> !peers.isHere(each))
                .orElse(null);
    if (elsewhere != null) {
      byte[] json = peers.mapper().writeValueAsBytes(request);
      answer.setContentType(MediaType.APPLICATION_JSON_VALUE);
      answer.getOutputStream().write(peers.ask(elsewhere, "/compare", json));
      return null;
    }
    return executor.callIfLong(
        isDeep || isPage(request.a()) || isPage(request.b()),
        http,
        TimedWork.COMPARISON,
        deadline -> {
          Comparison result =
              comparisons.compare(a, b, request.profile(), request.maxDistance(), deadline);
          return answer(result, request, measures, deadline);
        });
  }

  private Side side(@Nullable SourceRequest fields, String name) {
    Source source = requestMapper.side(fields, name);
    String collection = fields == null ? null : fields.collection();
    if (collection != null && !(source instanceof Source.OfStored)) {
      throw RequestException.invalid(
          name + ".collection",
          "is the collection of the document that id names; remove it, or give an id");
    }
    return new Side(source, collection);
  }

  private static boolean isPage(@Nullable SourceRequest side) {
    return side != null && side.html() != null;
  }

  private CompareResponse answer(
      Comparison result, CompareRequest request, Set<Measure> measures, Deadline deadline) {
    return CompareResponse.of(
        result,
        measures.isEmpty() ? null : measure(measures, result, deadline),
        Boolean.TRUE.equals(request.passages()) ? passages(result, deadline) : null,
        Boolean.TRUE.equals(request.explain())
            ? DifferenceJson.of(comparisons.explain(result, deadline), result)
            : null);
  }

  private PassagesJson passages(Comparison result, Deadline deadline) {
    deadline.check();
    return PassagesJson.of(comparisons.passages(result, deadline));
  }

  private MeasuresJson measure(Set<Measure> measures, Comparison result, Deadline deadline) {
    deadline.check();
    return MeasuresJson.of(comparisons.measure(measures, result));
  }
}
