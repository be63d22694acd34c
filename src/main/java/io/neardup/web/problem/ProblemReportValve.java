package io.neardup.web.problem;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/// Answers requests that no controller answers: requests refused by the HTTP server, for example
/// for a malformed address, and requests that fail outside controllers, for example in a filter.
public final class ProblemReportValve extends ErrorReportValve {

  private static final Logger log = LoggerFactory.getLogger(ProblemReportValve.class);

  /// The attribute with the [Problem] of a head that could not be read.
  public static final String MALFORMED = "io.neardup.malformed";

  /// The attribute with the [Problem] to answer.
  public static final String PROBLEM = "io.neardup.problem";

  /// The attribute with the [RequestException] already answered because reading the body took too
  /// long: Tomcat accepts no answer but this valve's.
  public static final String TOO_LATE = "io.neardup.tooLate";

  /// The remedy for a client that sends nothing until its connection times out.
  public static final String WITHOUT_PAUSES =
      "must come without pauses as long as server.tomcat.connection-timeout";

  private static final String CALLS = "/swagger-ui.html shows every call";

  /// An address with a character that must be percent-encoded.
  public static final Problem NOT_ENCODED =
      Problem.of(
          Fault.INVALID,
          "path or query",
          "has a character that must be percent-encoded, such as '[' or a letter outside ASCII;"
              + " send '[' as %5B");

  private static final Pattern NOT_IN_PATHS = Pattern.compile("[^A-Za-z0-9/%:@!$&'()*+,;=._~-]");
  private static final Pattern LENGTH = Pattern.compile("\\d{1,18}");
  private static final Pattern WRONG_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");

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
      Problem problem;
      if (request.getAttribute(TOO_LATE) instanceof RequestException late) {
        problem = Problems.of(late);
      } else {
        problem = problem(request, response.getStatus());
        counts.count(problem);
      }
      byte[] json = mapper.writeValueAsBytes(problem.withRequestId(RequestIdValve.current()));
      response.resetBuffer();
      response.setContentLengthLong(-1);
      response.setStatus(problem.status());
      response.setContentType(Problem.MEDIA_TYPE);
      response.setCharacterEncoding((String) null);
      response.getOutputStream().write(json);
      response.finishResponse();
    } catch (IOException e) {
      log.debug("The client disconnected before the problem was written", e);
    }
  }

  private static Problem problem(Request request, int status) {
    if (request.getAttribute(PROBLEM) instanceof Problem given) {
      return given;
    }
    if (status >= 500) {
      return Problem.ofServerError(status);
    }
    if (status == 405) {
      return Problem.of(
          Fault.METHOD_NOT_ALLOWED, "use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS; " + CALLS);
    }
    if (status == 408) {
      return Problem.of(Fault.TOO_SLOW, "body", WITHOUT_PAUSES);
    }
    if (status == HttpServletResponse.SC_EXPECTATION_FAILED) {
      return Problem.of(
              Fault.INVALID, "Expect", "must be 100-continue; correct it, or leave it out")
          .withStatus(status);
    }
    if (status == 400
        && request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof IOException) {
      return notWhole(request);
    }
    return (status == 400 ? malformed(request) : other(status)).withStatus(status);
  }

  /// Why a body could not be read to its end.
  private static Problem notWhole(Request request) {
    return Problem.of(
        Fault.INVALID,
        "body",
        request.getHeader("Transfer-Encoding") == null
            ? "ends before its Content-Length; send all of it"
            : "is not chunked, although its Transfer-Encoding says so: each chunk must be its"
                + " length in hexadecimal digits, a line break, that many bytes and a line break,"
                + " and the last one of length 0");
  }

  private static Problem other(int status) {
    return Problem.of(
        status == 404 ? Fault.NOT_FOUND : Fault.INVALID,
        "the address or a header is malformed or longer than this service reads; percent-encode"
            + " what is not a letter or digit, and send long texts in the body of POST"
            + " /duplicates");
  }

  /// What is wrong with the head of a request.
  private static Problem malformed(Request request) {
    if (request.getAttribute(MALFORMED) instanceof Problem known) {
      return known;
    }
    List<String> hosts = Collections.list(request.getHeaders("Host"));
    if (hosts.isEmpty()) {
      return Problem.of(Fault.INVALID, "Host", "is missing; HTTP/1.1 requires it");
    }
    if (hosts.size() > 1) {
      return Problem.of(Fault.INVALID, "Host", "occurs more than once; send one");
    }
    List<String> lengths = Collections.list(request.getHeaders("Content-Length"));
    if (lengths.size() > 1) {
      return Problem.of(Fault.INVALID, "Content-Length", "occurs more than once; send one");
    }
    if (lengths.size() == 1 && !LENGTH.matcher(lengths.getFirst()).matches()) {
      return Problem.of(
          Fault.INVALID,
          "Content-Length",
          "must be the number of bytes of the body in digits, was '" + lengths.getFirst() + "'");
    }
    String path = Objects.requireNonNullElse(request.getRequestURI(), "");
    if (NOT_IN_PATHS.matcher(path).find()) {
      return NOT_ENCODED;
    }
    return WRONG_PERCENT.matcher(path).find()
        ? Problem.of(
            Fault.INVALID,
            "path",
            "has a '%' without two hexadecimal digits after it; encode '%' as %25")
        : other(400);
  }
}
