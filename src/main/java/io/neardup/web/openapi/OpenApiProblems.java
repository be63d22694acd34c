package io.neardup.web.openapi;

import io.neardup.web.problem.Problem;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.LinkedHashMap;
import java.util.Map;

/// Describes the problems that calls are answered with. Those of every call stand once in the
/// document, and calls refer to them.
final class OpenApiProblems {

  /// Of every call.
  private static final Map<String, String> COMMON = new LinkedHashMap<>();

  /// Of calls with a body.
  private static final Map<String, String> OF_BODIES = new LinkedHashMap<>();

  static {
    COMMON.put("400", "A value is missing, unknown or out of range; see errors");
    COMMON.put("401", "The service asks for a key or token, and there is none or an invalid one");
    COMMON.put("403", "The key or token has not the role, or is not good for the collection");
    COMMON.put("404", "There is no such document or collection");
    COMMON.put("405", "The path does not take this method; Allow lists those that it takes");
    COMMON.put("406", "The answer cannot be had in a media type that Accept allows");
    COMMON.put("429", "The caller calls too often; Retry-After says when to try again");
    COMMON.put("431", "The headers and the address are larger than the service reads");
    COMMON.put("500", "Something went wrong in the service; its log has more");
    COMMON.put(
        "503",
        "The documents are still being read, cannot be stored at present, or too much is under way; see Retry-After");
    OF_BODIES.put("408", "The body does not arrive in time");
    OF_BODIES.put("413", "The body or a text in it is too large");
    OF_BODIES.put("415", "The content type is not read here");
    OF_BODIES.put("422", "The fingerprint is not hex of the profile's width");
  }

  private OpenApiProblems() {}

  /// Adds what all calls refer to.
  static void addTo(Components components) {
    var problem = ModelConverters.getInstance(true).readAllAsResolvedSchema(Problem.class);
    problem.referencedSchemas.forEach(components::addSchemas);
    components.addSchemas("Problem", problem.schema);
    COMMON.forEach(
        (status, meaning) -> components.addResponses(status(status), problem(status, meaning)));
    OF_BODIES.forEach(
        (status, meaning) -> components.addResponses(status(status), problem(status, meaning)));
  }

  /// Adds the problems of a call.
  static void describe(Operation operation) {
    COMMON.keySet().forEach(status -> refer(operation, status));
    if (operation.getRequestBody() != null) {
      OF_BODIES.keySet().forEach(status -> refer(operation, status));
    }
    switch (operation.getOperationId()) {
      case "postBackup", "getBackups" ->
          add(operation, "409", "neardup.backup-dir is not configured");
      case "getChanges" ->
          add(operation, "410", "The cursor is too old, or from before a backup was restored");
      case "putCollection", "patchCollection", "deleteCollection" ->
          add(
              operation,
              "409",
              "The collection has documents of another profile, or is the default one");
      case "putDocument", "postDocument", "patchDocument", "deleteDocument" ->
          add(operation, "412", "The document is not what If-Match or If-None-Match says");
      case "getDuplicates" -> {
        add(operation, "414", "The text is too long for an address; POST it");
        refer(operation, "422");
      }
      default -> {}
    }
  }

  private static String status(String status) {
    return "Problem" + status;
  }

  private static void refer(Operation operation, String status) {
    operation
        .getResponses()
        .addApiResponse(status, new ApiResponse().$ref("#/components/responses/" + status(status)));
  }

  private static void add(Operation operation, String status, String meaning) {
    operation.getResponses().addApiResponse(status, problem(status, meaning));
  }

  private static ApiResponse problem(String status, String meaning) {
    Schema<?> schema = new Schema<>().$ref("#/components/schemas/Problem");
    ApiResponse response =
        new ApiResponse()
            .description(meaning)
            .content(
                new Content().addMediaType(Problem.MEDIA_TYPE, new MediaType().schema(schema)));
    OpenApiHeaders.describeProblem(status, response);
    return response;
  }
}
