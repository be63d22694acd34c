package io.neardup.web.problem;

import io.neardup.service.RequestException.Fault;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Answers requests that the HTTP server refuses before any controller is called, such as those
/// with a malformed address or too long headers.
public final class ProblemReportValve extends ErrorReportValve {

  private static final Logger log = LoggerFactory.getLogger(ProblemReportValve.class);

  private final JsonMapper mapper;
  private final ProblemCounts counts;

  public ProblemReportValve(JsonMapper mapper, ProblemCounts counts) {
    this.mapper = mapper;
    this.counts = counts;
  }

  @Override
  protected void report(Request request, Response response, @Nullable Throwable throwable) {
    if (response.getStatus() < 400
        || response.getContentWritten() > 0
        || !response.setErrorReported()) {
      return;
    }
    try {
      Problem problem = problem(response.getStatus()).withRequestId(RequestIdValve.current());
      counts.count(problem);
      byte[] json = mapper.writeValueAsBytes(problem);
      response.setContentType(Problem.MEDIA_TYPE);
      response.setCharacterEncoding((String) null);
      response.getOutputStream().write(json);
      response.finishResponse();
    } catch (IOException e) {
      log.debug("The client disconnected before the problem was written", e);
    }
  }

  private static Problem problem(int status) {
    if (status >= 500) {
      return Problem.ofServerError(status);
    }
    return Problem.of(
            status == 404 ? Fault.NOT_FOUND : Fault.INVALID,
            "the address or a header is malformed or longer than this service reads; percent-encode"
                + " what is not a letter or digit, and send long texts in the body of POST"
                + " /duplicates")
        .withStatus(status);
  }
}
