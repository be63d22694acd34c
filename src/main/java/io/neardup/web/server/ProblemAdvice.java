package io.neardup.web.server;

import io.neardup.service.RequestException;
import io.neardup.service.RequestException.Fault;
import io.neardup.store.StoreException;
import io.neardup.web.json.CallParameters;
import io.neardup.web.problem.Problem;
import io.neardup.web.problem.ProblemCounts;
import io.neardup.web.problem.Problems;
import io.neardup.web.problem.RequestIdValve;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.catalina.connector.ClientAbortException;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.HttpMediaTypeException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import org.springframework.web.util.UriUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/// Converts controller exceptions to [Problem]s.
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

  private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);
  private static final int RETRY_SECONDS = 5;
  private static final String DOCUMENTS = "/documents/";

  /// The replacements of removed calls, by path pattern.
  private static final Map<String, String> REMOVED =
      Map.of(
          "document-frequencies",
          "a collection with weights=collection counts its documents by itself",
          "collections/[^/]+/copies",
          "POST /collections/{name}/jobs with kind=copy stores its documents in another one",
          "jobs/[^/]+/events",
          "GET /jobs/{id}?wait=60 is answered once the job has ended");

  private final ProblemCounts counts;

  ProblemAdvice(ProblemCounts counts) {
    this.counts = counts;
  }

  @ExceptionHandler
  ResponseEntity<Object> handle(
      RequestException e, HttpServletRequest request, HttpServletResponse response) {
    boolean isRetry =
        e.retryAfterSeconds() > 0 && !response.containsHeader(HttpHeaders.RETRY_AFTER);
    String call =
        request.getMethod() + " " + request.getRequestURI() + " of " + request.getRemoteAddr();
    Problem problem = Problems.of(e);
    counts.count(problem, call);
    return answer(problem, isRetry ? retryAfter(e.retryAfterSeconds()) : HttpHeaders.EMPTY);
  }

  @ExceptionHandler
  ResponseEntity<Object> handle(StoreException e) {
    Problem problem = Problems.of(e);
    if (problem.status() >= 500) {
      log.error("A request could not be answered: {}", e.getMessage());
    }
    return respond(problem, e.mayPass() ? retryAfter(RETRY_SECONDS) : HttpHeaders.EMPTY);
  }

  private static HttpHeaders retryAfter(int seconds) {
    HttpHeaders headers = new HttpHeaders();
    headers.set(HttpHeaders.RETRY_AFTER, Integer.toString(seconds));
    return headers;
  }

  @ExceptionHandler
  ResponseEntity<Object> handle(InvalidParameterException e) {
    log.debug("A query could not be read", e);
    String remedy = "is not well-formed percent-encoded UTF-8; encode '%' as %25";
    return respond(Problem.of(Fault.INVALID, "query", remedy), HttpHeaders.EMPTY);
  }

  @ExceptionHandler
  @Nullable ResponseEntity<Object> handle(RuntimeException e) {
    if (clientHasLeft(e)) {
      return null;
    }
    log.error("A request could not be answered", e);
    return respond(Problem.internalError(), HttpHeaders.EMPTY);
  }

  /// A stream that cannot be written. A stream that cannot be read is left to Tomcat, since its
  /// client may still read the reason.
  @ExceptionHandler
  @Nullable ResponseEntity<Object> handle(IOException e) throws IOException {
    boolean isOfReading = e instanceof ClientAbortException;
    if (!isOfReading && clientHasLeft(e)) {
      return null;
    }
    throw e;
  }

  /// Like the default, plus a log line.
  @Override
  protected @Nullable ResponseEntity<Object> handleAsyncRequestNotUsableException(
      AsyncRequestNotUsableException e, WebRequest request) {
    clientHasLeft(e);
    return null;
  }

  /// Like the default, but without a log warning, because any client could flood the log.
  @Override
  protected @Nullable ResponseEntity<Object> handleHttpRequestMethodNotSupported(
      HttpRequestMethodNotSupportedException e,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    headers.set(HttpHeaders.ALLOW, String.join(", ", allowed(e)));
    return handleExceptionInternal(e, null, headers, status, request);
  }

  /// Whether a client disconnected while its answer was written. This is logged; no problem is
  /// written, because the client could not read it.
  private static boolean clientHasLeft(Exception e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof AsyncRequestNotUsableException
          || cause instanceof ClientAbortException) {
        log.info("The client of an answer disconnected: {}", cause.getMessage());
        return true;
      }
    }
    return false;
  }

  @Override
  protected @Nullable ResponseEntity<Object> handleExceptionInternal(
      Exception e,
      @Nullable Object body,
      HttpHeaders headers,
      HttpStatusCode status,
      WebRequest request) {
    if (status.is5xxServerError()) {
      if (clientHasLeft(e)) {
        return null;
      }
      log.error("A request could not be answered", e);
    }
    if (refusal(e) instanceof RequestException refusal
        && request instanceof ServletWebRequest web
        && web.getResponse() != null) {
      return handle(refusal, web.getRequest(), web.getResponse());
    }
    return respond(problem(e, status, request), headers);
  }

  /// Why reading a body stopped, if that made its JSON look malformed.
  private static @Nullable Throwable refusal(Exception e) {
    Throwable cause = e;
    while (cause != null && !(cause instanceof RequestException)) {
      cause = cause.getCause();
    }
    return cause;
  }

  private static Problem problem(Exception e, HttpStatusCode status, WebRequest request) {
    return switch (e) {
      case HttpMessageNotReadableException unreadable -> unreadable(unreadable, request);
      case MethodArgumentTypeMismatchException mismatch ->
          Problem.of(Fault.INVALID, mismatch.getName(), mustBe(mismatch));
      case HttpMediaTypeNotSupportedException type ->
          Problem.of(
              Fault.UNSUPPORTED_MEDIA_TYPE,
              "Content-Type",
              "must be " + names(type) + ", was " + quoted(request, HttpHeaders.CONTENT_TYPE));
      case HttpMediaTypeNotAcceptableException type ->
          Problem.of(
              Fault.NOT_ACCEPTABLE,
              "Accept",
              "must allow " + names(type) + ", was " + quoted(request, HttpHeaders.ACCEPT));
      case HttpRequestMethodNotSupportedException method ->
          Problem.of(
              Fault.METHOD_NOT_ALLOWED,
              "use "
                  + String.join(", ", allowed(method))
                  + " here, not "
                  + method.getMethod()
                  + "; /swagger-ui.html shows every call");
      case NoResourceFoundException none -> nothingThere(none, request);
      default ->
          status.is4xxClientError()
              ? Problem.of(
                  Fault.INVALID, "this call cannot be read; /swagger-ui.html shows every call")
              : Problem.internalError();
    };
  }

  /// The address leads nowhere, perhaps because a document id in it is not encoded.
  private static Problem nothingThere(NoResourceFoundException none, WebRequest request) {
    if (request instanceof ServletWebRequest web
        && web.getRequest().getRequestURI().startsWith(DOCUMENTS)) {
      String id = web.getRequest().getRequestURI().substring(DOCUMENTS.length());
      return Problem.of(
          Fault.NOT_FOUND,
          "path",
          "leads to nothing; percent-encode slashes and question marks in an id, as in "
              + DOCUMENTS
              + UriUtils.encode(id, StandardCharsets.UTF_8)
              + "; /swagger-ui.html shows every call");
    }
    String path = none.getResourcePath();
    String instead =
        REMOVED.entrySet().stream()
            .filter(removed -> path.matches(removed.getKey()))
            .map(removed -> " any more; " + removed.getValue())
            .findFirst()
            .orElse("");
    return Problem.of(
        Fault.NOT_FOUND,
        "there is nothing at /" + path + instead + "; /swagger-ui.html shows every call");
  }

  /// The methods of a path, including those that Spring adds to GET.
  private static SortedSet<String> allowed(HttpRequestMethodNotSupportedException e) {
    SortedSet<String> methods = new TreeSet<>(List.of("OPTIONS"));
    methods.addAll(List.of(Objects.requireNonNullElse(e.getSupportedMethods(), new String[0])));
    if (methods.contains("GET")) {
      methods.add("HEAD");
    }
    return methods;
  }

  private static Problem unreadable(HttpMessageNotReadableException e, WebRequest request) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnrecognizedPropertyException unknown
          && unknown.getPath().size() == 1
          && request instanceof ServletWebRequest web) {
        String field = unknown.getPropertyName();
        String elsewhere = CallParameters.of(web.getRequest()).elsewhere(field);
        if (elsewhere != null) {
          return Problem.of(Fault.INVALID, field, elsewhere);
        }
      }
      if (cause instanceof JacksonException json
          && (!(cause.getCause() instanceof Exception)
              || cause.getCause() instanceof NumberFormatException)) {
        return Problems.of(json);
      }
    }
    return Problem.of(Fault.INVALID, "body", "is missing; send a JSON object");
  }

  private static String mustBe(MethodArgumentTypeMismatchException e) {
    Class<?> type = Objects.requireNonNullElse(e.getRequiredType(), Integer.class);
    String allowed =
        type == Boolean.class || type == boolean.class
            ? "true or false"
            : Problems.number(type, e.getName());
    return "must be " + allowed + ", was '" + e.getValue() + "'";
  }

  private static String names(HttpMediaTypeException e) {
    if (e.getSupportedMediaTypes().isEmpty()) {
      return MediaType.APPLICATION_JSON_VALUE;
    }
    return e.getSupportedMediaTypes().stream()
        .map(MediaType::toString)
        .distinct()
        .sorted()
        .collect(Collectors.joining(" or "));
  }

  private static String quoted(WebRequest request, String header) {
    String value = request.getHeader(header);
    return value == null ? "missing" : "'" + value + "'";
  }

  private ResponseEntity<Object> respond(Problem problem, HttpHeaders headers) {
    counts.count(problem);
    return answer(problem, headers);
  }

  private static ResponseEntity<Object> answer(Problem problem, HttpHeaders headers) {
    return ResponseEntity.status(problem.status())
        .headers(headers)
        .header(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
        .body(problem.withRequestId(RequestIdValve.current()));
  }
}
