package io.neardup.web.openapi;

import io.neardup.web.problem.Problem;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;

/// Describes the problems of calls. Those of several calls are components, to which calls refer.
enum OpenApiProblems {
  P400(true, "A value is missing, unknown or out of range; see errors"),
  P401(true, "The service requires a key or token, and it is missing or invalid"),
  P403(true, "The key or token does not have the role, or is not valid for the collection"),
  P404(false, "There is no such document or collection"),
  P405(true, "The path does not support this method; Allow lists those that it supports"),
  P406(true, "The answer is not available in a media type that Accept allows"),
  P429(true, "The caller sends too many requests; retry after Retry-After"),
  P431(true, "The headers and the address are larger than the service reads"),
  P500(true, "The service failed; its log has more"),
  P503(
      true,
      "The documents are still being loaded, cannot be stored at present, the collection cannot be"
          + " used until it is repaired, or too many requests are in progress; see Retry-After"),
  P408(false, "The body does not arrive in time"),
  P413(false, "The body or a text in it is too large"),
  P415(
      false,
      "The content type is not supported, or the encoding, of which Accept-Encoding lists those"
          + " that are"),
  P422(false, "The fingerprint is not hex of the profile's width");

  private static final OpenApiProblems[] OF_BODIES = {P408, P413, P415, P422};

  private final boolean ofAll;
  private final String cause;

  /// @param ofAll whether every call can have it
  OpenApiProblems(boolean ofAll, String cause) {
    this.ofAll = ofAll;
    this.cause = cause;
  }

  /// Adds the components to which calls refer.
  static void addTo(Components components) {
    var problem = ModelConverters.getInstance(true).readAllAsResolvedSchema(Problem.class);
    problem.referencedSchemas.forEach(components::addSchemas);
    components.addSchemas("Problem", problem.schema);
    for (OpenApiProblems each : values()) {
      components.addResponses("Problem" + each.status(), problem(each.status(), each.cause));
    }
  }

  /// Adds the problems of a call.
  static void describe(Operation operation, CallDetails.Refusal... own) {
    for (OpenApiProblems each : values()) {
      if (each.ofAll) {
        each.refer(operation);
      }
    }
    if (operation.getRequestBody() != null) {
      for (OpenApiProblems each : OF_BODIES) {
        each.refer(operation);
      }
    }
    for (CallDetails.Refusal refusal : own) {
      String status = String.valueOf(refusal.status());
      if (refusal.cause().isEmpty()) {
        valueOf("P" + status).refer(operation);
      } else {
        operation.getResponses().addApiResponse(status, problem(status, refusal.cause()));
      }
    }
  }

  /// Adds a header of text to a response.
  static void addHeader(ApiResponse response, String name, String description) {
    response.addHeaderObject(
        name, new Header().description(description).schema(new StringSchema()));
  }

  private String status() {
    return name().substring(1);
  }

  private void refer(Operation operation) {
    operation
        .getResponses()
        .addApiResponse(
            status(), new ApiResponse().$ref("#/components/responses/Problem" + status()));
  }

  private static ApiResponse problem(String status, String cause) {
    Schema<?> schema = new Schema<>().$ref("#/components/schemas/Problem");
    ApiResponse response =
        new ApiResponse()
            .description(cause)
            .content(
                new Content().addMediaType(Problem.MEDIA_TYPE, new MediaType().schema(schema)));
    OpenApiConfiguration.addRequestId(response);
    switch (status) {
      case "401", "403" -> addHeader(response, "WWW-Authenticate", "How to send a key or token");
      case "405" -> addHeader(response, "Allow", "The methods that the path supports");
      case "429", "503" -> addHeader(response, "Retry-After", "When to retry, in seconds");
      default -> {}
    }
    return response;
  }
}
