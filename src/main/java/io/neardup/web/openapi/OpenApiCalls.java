package io.neardup.web.openapi;

import io.neardup.web.problem.RequestIdValve;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Describes calls: their parameters, bodies, answers and problems.
record OpenApiCalls(OpenApiTexts texts) {

  private static final Set<String> WITHOUT_BODY = Set.of("204", "304");

  void describe(Operation operation, CallTexts.Call call) {
    operation
        .operationId(call.operationId())
        .summary(call.summary())
        .description(call.description());
    for (Parameter each :
        Objects.requireNonNullElse(operation.getParameters(), List.<Parameter>of())) {
      texts.describe(each, call);
      forbidNull(each.getSchema());
    }
    if (operation.getRequestBody() != null) {
      describe(operation.getRequestBody(), call);
    }
    describe(operation.getResponses(), call);
    OpenApiProblems.describe(operation, texts.calls(), call);
  }

  /// A parameter is absent rather than null.
  private static void forbidNull(Schema<?> parameter) {
    if (parameter.getTypes() != null) {
      parameter.getTypes().remove("null");
    } else {
      parameter.setNullable(null); // in OpenAPI 3.0
    }
  }

  private static void describe(RequestBody body, CallTexts.Call call) {
    body.required(true);
    body.getContent()
        .forEach((type, content) -> {
          if (type.equals("application/json") || type.endsWith("+json")) {
            call.examples()
                .forEach((name, value) ->
                    content.addExamples(name, new Example().summary(name).value(value)));
          }
        });
  }

  private void describe(ApiResponses responses, CallTexts.Call call) {
    if (!call.answers().isEmpty()) {
      describeStatuses(responses, call);
    }
    responses.forEach((status, response) -> {
      if (status.compareTo("400") < 0) {
        call.texts().forEach((type, text) -> addText(response, type, text));
        addRequestId(response);
        call.headers()
            .forEach((name, text) -> {
              int space = name.indexOf(' ');
              if (space < 0 || name.startsWith(status)) {
                OpenApiProblems.addHeader(response, name.substring(space + 1), text);
              }
            });
        addExamples(response.getContent(), call, status);
        addExamples(OpenApiStreams.answerToStream(response), call, status);
      }
    });
  }

  /// Replaces the answer that is derived from the method by those that it has, each with that body.
  private static void describeStatuses(ApiResponses responses, CallTexts.Call call) {
    String derived =
        responses.keySet().stream().filter(each -> each.startsWith("2")).findFirst().orElseThrow();
    ApiResponse known = Objects.requireNonNull(responses.remove(derived));
    call.answers()
        .forEach((status, text) -> {
          ApiResponse answer = new ApiResponse().description(text);
          if (status.equals(derived)) {
            answer = text == null ? known : known.description(text);
          } else if (!WITHOUT_BODY.contains(status) && known.getContent() != null) {
            Content content = new Content();
            known
                .getContent()
                .forEach((type, media) ->
                    content.addMediaType(type, new MediaType().schema(media.getSchema())));
            answer.content(content);
          }
          responses.addApiResponse(status, answer);
        });
  }

  private static void addText(ApiResponse response, String type, String text) {
    if (response.getContent() == null) {
      response.content(new Content());
    }
    response
        .getContent()
        .addMediaType(type, new MediaType().schema(new StringSchema().description(text)));
  }

  private void addExamples(@Nullable Content content, CallTexts.Call call, String status) {
    if (content != null) {
      content.forEach((type, media) -> {
        Object example = texts.answer(call.operationId(), status, type);
        if (example != null) {
          media.setExample(example);
        }
      });
    }
  }

  /// Adds the header that every answer has.
  static void addRequestId(ApiResponse response) {
    OpenApiProblems.addHeader(
        response, RequestIdValve.HEADER, "The id of the request, which its log lines have");
  }
}
