package io.neardup.web.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.neardup.calibrate.EvaluatedProfile;
import io.neardup.service.CallerQuota.Share;
import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.service.job.DocumentOutcome;
import io.neardup.service.job.Duplicate;
import io.neardup.service.job.JobService;
import io.neardup.service.job.JobStatus;
import io.neardup.service.join.EqualDocuments;
import io.neardup.service.join.JoinResult;
import io.neardup.service.join.NearGroup;
import io.neardup.service.join.NearPair;
import io.neardup.service.lookup.LookupLimits;
import io.neardup.service.passage.BoilerplateJob.BoilerplatePassage;
import io.neardup.service.passage.PassagePair;
import io.neardup.web.answer.JoinSummary;
import io.neardup.web.json.QueryParameters.Limit;
import io.neardup.web.json.QueryRecord;
import io.neardup.web.limits.CallerName;
import io.neardup.web.limits.RequestQuotas;
import io.neardup.web.limits.ShutdownSignal;
import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.ProblemLine;
import io.neardup.web.openapi.CallDetails;
import io.neardup.web.problem.Problem;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@Tag(name = "Jobs")
record JobResultsController(
    JobService jobs, RequestQuotas quotas, ShutdownSignal shutdown, JsonMapper mapper) {

  private static final MediaType LINES = MediaType.valueOf(StreamMediaTypes.NDJSON);
  private static final List<MediaType> TYPES =
      List.of(MediaType.APPLICATION_JSON, LINES, MediaType.valueOf(StreamMediaTypes.CSV));

  /// A page of results.
  @Schema(name = "JobResults")
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ResultsResponse(
      List<Map<String, Object>> results, @Nullable JoinSummary summary, @Nullable String next) {}

  /// Query parameters of results.
  @QueryRecord
  record ResultsParameters(@Nullable String after, @Limit @Nullable Integer limit) {

    void requireNone() {
      if (limit != null || after != null) {
        throw RequestException.invalid(
            limit == null ? "after" : "limit",
            "is for pages in application/json; NDJSON and CSV have all results, leave it out");
      }
    }
  }

  @CallDetails(
      json = ResultsResponse.class,
      lines = {
        NearPair.class,
        EqualDocuments.class,
        NearGroup.class,
        NearGroup.MoreMembers.class,
        Duplicate.class,
        DocumentOutcome.class,
        EvaluatedProfile.class,
        PassagePair.class,
        BoilerplatePassage.class,
        ProblemLine.class
      })
  @GetMapping(
      path = "/jobs/{id}/results",
      produces = {MediaType.APPLICATION_JSON_VALUE, StreamMediaTypes.NDJSON, StreamMediaTypes.CSV})
  void results(
      HttpServletRequest request,
      HttpServletResponse response,
      @PathVariable String id,
      ResultsParameters query)
      throws IOException {
    MediaType type = preferred(request.getHeader(HttpHeaders.ACCEPT));
    boolean isPage = type.equals(MediaType.APPLICATION_JSON);
    if (!isPage) {
      query.requireNone();
    }
    int limit = LookupLimits.limit(query.limit());
    JobStatus status = jobs.get(id);
    try (Share _ = quotas.streams().takeOne(CallerName.of(request));
        ResultLines lines = new ResultLines(jobs.results(id), query.after())) {
      response.setContentType(
          isPage || type.equals(LINES) ? type.toString() : "text/csv;charset=UTF-8");
      if (isPage) {
        writePage(lines, limit, status, response.getOutputStream());
      } else if (type.equals(LINES)) {
        writeLines(lines, response.getOutputStream());
      } else {
        writeTable(lines, jobs.columns(status), response.getOutputStream());
      }
    }
  }

  /// The type that the client prefers: by its weight, or by its position among types of the same
  /// weight.
  private static MediaType preferred(@Nullable String accept) {
    return MediaType.parseMediaTypes(accept).stream()
        .filter(type -> type.getQualityValue() > 0)
        .sorted(Comparator.comparingDouble(MediaType::getQualityValue).reversed())
        .flatMap(type -> TYPES.stream().filter(type::equalsTypeAndSubtype))
        .findFirst()
        .orElse(MediaType.APPLICATION_JSON);
  }

  /// Writes a page without holding it: its lines are JSON already.
  private void writePage(ResultLines lines, int limit, JobStatus status, OutputStream out)
      throws IOException {
    out.write("{\"results\":[".getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < limit && lines.cursor() != null; i++) {
      if (i > 0) {
        out.write(',');
      }
      out.write(lines.next());
    }
    String next = lines.cursor();
    out.write(']');
    JoinResult joined = status.progress().joined();
    if (joined != null) {
      out.write(",\"summary\":".getBytes(StandardCharsets.UTF_8));
      out.write(mapper.writeValueAsBytes(JoinSummary.of(joined, true)));
    }
    out.write(
        (next == null ? "}" : ",\"next\":\"" + next + "\"}").getBytes(StandardCharsets.UTF_8));
  }

  private void writeLines(ResultLines lines, OutputStream out) throws IOException {
    for (byte[] line = lines.next(); line != null; line = lines.next()) {
      if (shutdown.now()) {
        Problem problem = Problem.of(Fault.STOPPING, "the list is incomplete; repeat the request");
        out.write(mapper.writeValueAsBytes(new ProblemLine(null, null, problem)));
        out.write('\n');
        return;
      }
      out.write(line);
      out.write('\n');
    }
  }

  private void writeTable(ResultLines lines, List<String> columns, OutputStream out)
      throws IOException {
    Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    ResultTable table = new ResultTable(text, columns);
    for (byte[] line = lines.next(); line != null; line = lines.next()) {
      if (shutdown.now()) {
        throw new IOException("a table ended before it was complete, because the service stops");
      }
      table.add(mapper.readTree(line));
    }
    text.flush();
  }
}
