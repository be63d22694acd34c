package io.neardup.web.openapi;

import io.neardup.web.document.KeptReply;
import io.neardup.web.problem.RequestIdValve;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.Set;

/// Describes the headers that answers come with, besides those that every HTTP server sends.
final class OpenApiHeaders {

  private static final Set<String> TAGGED =
      Set.of("putDocument", "postDocument", "getDocument", "patchDocument");
  private static final Set<String> MAKING = Set.of("putDocument", "postDocument", "putCollection");

  private OpenApiHeaders() {}

  /// Adds them to what a call is answered with if it succeeds.
  static void describe(Operation operation) {
    String id = operation.getOperationId();
    operation
        .getResponses()
        .forEach((status, response) -> {
          if (status.compareTo("400") < 0) {
            addRequestId(response);
            describeSuccess(id, status, response);
          }
        });
  }

  /// Adds them to a problem.
  static void describeProblem(String status, ApiResponse response) {
    addRequestId(response);
    switch (status) {
      case "401", "403" -> add(response, "WWW-Authenticate", "How to show a key or token");
      case "405" -> add(response, "Allow", "The methods that the path takes");
      case "429", "503" -> add(response, "Retry-After", "When to try again, in seconds");
      default -> {}
    }
  }

  private static void addRequestId(ApiResponse response) {
    add(response, RequestIdValve.HEADER, "The request's id, by which the log can be searched");
  }

  private static void describeSuccess(String id, String status, ApiResponse response) {
    if (TAGGED.contains(id)) {
      add(response, "ETag", "Changes with the document");
    }
    if (MAKING.contains(id) && status.equals("201")) {
      add(response, "Location", "Where what was made can be read");
    }
    if (id.equals("postDocument")) {
      add(
          response,
          KeptReply.REPLAYED,
          "true where an Idempotency-Key has come before, and its first answer comes again");
    }
  }

  private static void add(ApiResponse response, String name, String description) {
    response.addHeaderObject(
        name, new Header().description(description).schema(new StringSchema()));
  }
}
