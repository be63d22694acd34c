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
final class OpenApiProblems {

  private OpenApiProblems() {}

  /// Adds the components to which calls refer.
  static void addTo(Components components, CallTexts texts) {
    var problem = ModelConverters.getInstance(true).readAllAsResolvedSchema(Problem.class);
    problem.referencedSchemas.forEach(components::addSchemas);
    components.addSchemas("Problem", problem.schema);
    texts
        .problems()
        .forEach(
            (status, cause) -> components.addResponses("Problem" + status, problem(status, cause)));
  }

  /// Adds the problems of a call.
  static void describe(Operation operation, CallTexts texts, CallTexts.Call call) {
    texts.problemsOfAll().forEach(status -> refer(operation, status));
    if (operation.getRequestBody() != null) {
      texts.problemsOfBodies().forEach(status -> refer(operation, status));
    }
    call.refusals()
        .forEach((status, cause) -> {
          if (cause == null) {
            refer(operation, status);
          } else {
            operation.getResponses().addApiResponse(String.valueOf(status), problem(status, cause));
          }
        });
  }

  /// Adds a header of text to a response.
  static void addHeader(ApiResponse response, String name, String description) {
    response.addHeaderObject(
        name, new Header().description(description).schema(new StringSchema()));
  }

  private static void refer(Operation operation, int status) {
    operation
        .getResponses()
        .addApiResponse(
            String.valueOf(status),
            new ApiResponse().$ref("#/components/responses/Problem" + status));
  }

  private static ApiResponse problem(int status, String cause) {
    Schema<?> schema = new Schema<>().$ref("#/components/schemas/Problem");
    ApiResponse response =
        new ApiResponse()
            .description(cause)
            .content(
                new Content().addMediaType(Problem.MEDIA_TYPE, new MediaType().schema(schema)));
    OpenApiCalls.addRequestId(response);
    switch (status) {
      case 401, 403 -> addHeader(response, "WWW-Authenticate", "How to send a key or token");
      case 405 -> addHeader(response, "Allow", "The methods that the path supports");
      case 429, 503 -> addHeader(response, "Retry-After", "When to retry, in seconds");
      default -> {}
    }
    return response;
  }
}
