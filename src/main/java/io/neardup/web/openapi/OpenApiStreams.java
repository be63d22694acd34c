package io.neardup.web.openapi;

import io.neardup.web.limits.StreamMediaTypes;
import io.neardup.web.ndjson.LookupFields;
import io.neardup.web.ndjson.ProblemLine;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.springframework.web.method.HandlerMethod;

/// Describes the NDJSON and CSV streams of calls.
record OpenApiStreams(Components components, CallTexts.Streams texts) {

  /// The extension of a response that has the content of the answer to a stream. In the content of
  /// the response, it would be a further type of the answer to JSON in generated clients.
  private static final String ANSWER_TO_STREAM = "x-stream";

  private static final String PROBLEM = "ProblemLine";

  /// Describes what the signature of the method of a call does not say.
  void describe(Operation operation, HandlerMethod method) {
    CallDetails details = method.getMethodAnnotation(CallDetails.class);
    if (details != null) {
      describeWritten(operation, details);
      describeStream(operation, details);
    }
  }

  /// Describes the stream of a call, if it accepts one.
  private void describeStream(Operation operation, CallDetails details) {
    if (details.streamOf() == void.class) {
      return;
    }
    if (operation.getRequestBody() == null) {
      operation.setRequestBody(new RequestBody());
    }
    RequestBody body = operation.getRequestBody();
    if (body.getContent() == null || details.answeredWith() == void.class) {
      body.content(
          new Content()); // springdoc does not know the type of a body that is read as a stream
    }
    addRequests(body.getContent(), details.streamOf());
    if (details.answeredWith() != void.class) {
      addAnswers(operation, details.answeredWith());
    }
  }

  private void addRequests(Content body, Class<?> request) {
    String id = LookupFields.class.isAssignableFrom(request) ? "ref" : "id";
    Schema<?> file = new StringSchema().description(texts.csv());
    body.addMediaType(
            StreamMediaTypes.NDJSON,
            media(
                reference(request),
                "two lines",
                String.format(
                    Locale.ROOT,
                    """
                    {"%1$s": "en-1", "text": "%2$s"}
                    {"%1$s": "zh-1", "text": "%3$s"}
                    """,
                    id,
                    texts.english(),
                    texts.chinese())))
        .addMediaType(
            StreamMediaTypes.CSV,
            media(
                file,
                "two records",
                String.format(
                    Locale.ROOT,
                    "ref,text\r\n1,\"%s\"\r\n2,\"%s\"\r\n",
                    texts.english(),
                    texts.chinese())));
  }

  private static MediaType media(Schema<?> schema, String name, String example) {
    return new MediaType()
        .schema(schema)
        .addExamples(name, new Example().summary(name).value(example));
  }

  private void addAnswers(Operation operation, Class<?> answer) {
    String name = name(answer);
    Schema<?> number = new ObjectSchema().addProperty("line", number());
    number.addRequiredItem("line");
    components.addSchemas(name + "Line", new Schema<>().allOf(List.of(schema(name), number)));
    Schema<?> problem =
        ModelConverters.getInstance(true).readAllAsResolvedSchema(ProblemLine.class).schema;
    problem.addProperty("line", number());
    components.addSchemas(PROBLEM, problem);
    Schema<?> line = new Schema<>();
    line.description("A JSON object per line, for each line or record of the request.");
    line.setOneOf(List.of(schema(name + "Line"), schema(PROBLEM)));
    ApiResponse response = Objects.requireNonNull(operation.getResponses().get("200"));
    response.description(
        "OK. To a stream, the answer is "
            + StreamMediaTypes.NDJSON
            + " with a "
            + name
            + "Line or a ProblemLine for each line or record; see "
            + ANSWER_TO_STREAM
            + ".");
    response.addExtension(
        ANSWER_TO_STREAM,
        new Content().addMediaType(StreamMediaTypes.NDJSON, new MediaType().schema(line)));
  }

  /// The content of the answer to a stream; empty without one.
  static Content answerToStream(ApiResponse response) {
    return response.getExtensions() != null
            && response.getExtensions().get(ANSWER_TO_STREAM) instanceof Content stream
        ? stream
        : new Content();
  }

  /// Describes the answer of a call that writes it itself.
  private void describeWritten(Operation operation, CallDetails details) {
    if (details.lines().length == 0) {
      return;
    }
    Content content = new Content();
    if (details.json() != void.class) {
      content.addMediaType("application/json", new MediaType().schema(reference(details.json())));
    }
    Schema<?> line = new Schema<>().description("One JSON object per line.");
    for (Class<?> each : details.lines()) {
      line.addOneOfItem(reference(each));
    }
    content.addMediaType(StreamMediaTypes.NDJSON, new MediaType().schema(line));
    operation
        .getResponses()
        .addApiResponse("200", new ApiResponse().description("OK").content(content));
  }

  private Schema<?> reference(Class<?> type) {
    String name = name(type);
    if (components.getSchemas() == null || !components.getSchemas().containsKey(name)) {
      var resolved = ModelConverters.getInstance(true).readAllAsResolvedSchema(type);
      resolved.referencedSchemas.forEach((each, schema) -> {
        if (components.getSchemas() == null || !components.getSchemas().containsKey(each)) {
          components.addSchemas(each, schema); // else as the version of the description has it
        }
      });
      components.addSchemas(name, resolved.schema);
    }
    return schema(name);
  }

  private static String name(Class<?> type) {
    var named = type.getAnnotation(io.swagger.v3.oas.annotations.media.Schema.class);
    return named == null || named.name().isEmpty() ? type.getSimpleName() : named.name();
  }

  private static Schema<?> number() {
    return new IntegerSchema().format("int64");
  }

  private static Schema<?> schema(String name) {
    return new Schema<>().$ref("#/components/schemas/" + name);
  }
}
