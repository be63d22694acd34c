package io.neardup.web.server;

import io.neardup.service.RequestException.Fault;
import io.neardup.web.limits.ArrivingBody;
import io.neardup.web.limits.UnreadBodyValve;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.ProblemCounts;
import io.neardup.web.problem.RequestIdValve;
import io.neardup.web.problem.UnreadableBodyException;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// Answers requests that failed outside of any controller, for instance in a filter.
@Hidden
@RestController
public class ProblemErrorController implements ErrorController {

  private final ProblemCounts counts;

  ProblemErrorController(ProblemCounts counts) {
    this.counts = counts;
  }

  @RequestMapping("/error")
  @Nullable ResponseEntity<Problem> error(
      HttpServletRequest request, HttpServletResponse response) {
    if (response.isCommitted()) {
      return null; // the client left in the middle of an answer
    }
    int status =
        request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
            ? code
            : 404;
    Problem problem;
    if (request.getAttribute(UnreadBodyValve.LEAVE_UNREAD)
        instanceof UnreadableBodyException late) {
      problem = late.problem(); // counted, but Tomcat takes no other answer than this one
    } else {
      problem =
          status == 400
                  && request.getAttribute(RequestDispatcher.ERROR_EXCEPTION) instanceof IOException
              ? notWhole(request)
              : problem(status);
      counts.count(problem);
    }
    return ResponseEntity.status(problem.status())
        .header(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
        .body(problem.withRequestId(RequestIdValve.current()));
  }

  /// Why a body could not be read to its end.
  private static Problem notWhole(HttpServletRequest request) {
    return Problem.of(
        Fault.INVALID,
        "body",
        request.getHeader(HttpHeaders.TRANSFER_ENCODING) == null
            ? "ends before it has as many bytes as its Content-Length says; send all of it"
            : "is not in chunks, as its Transfer-Encoding says: each chunk must be its length in"
                + " hexadecimal digits, a line break, that many bytes and a line break, and the"
                + " last one of length 0");
  }

  private static Problem problem(int status) {
    if (status == 404) {
      return Problem.of(Fault.NOT_FOUND, "/swagger-ui.html shows every call");
    }
    if (status == 405) {
      return Problem.of(
          Fault.METHOD_NOT_ALLOWED,
          "use GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS; /swagger-ui.html shows every call");
    }
    if (status == 408) {
      return Problem.of(Fault.TOO_SLOW, "body", ArrivingBody.WITHOUT_PAUSES);
    }
    return status < 500
        ? Problem.of(Fault.INVALID, "the request was refused").withStatus(status)
        : Problem.ofServerError(status);
  }
}
