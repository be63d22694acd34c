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

/// Describes the NDJSON and CSV streams of calls.
final class OpenApiStreams {

  /// The extension of a response that has the content of the answer to a stream. In the content of
  /// the response, it would be a further type of the answer to JSON in generated clients.
  private static final String ANSWER_TO_STREAM = "x-stream";

  private static final String PROBLEM = "ProblemLine";

  private OpenApiStreams() {}

  /// Describes the stream of a call, if it accepts one.
  static void describe(Operation operation, Components components, CallDetails details) {
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
    addRequests(body.getContent(), components, details.streamOf());
    if (details.answeredWith() != void.class) {
      addAnswers(operation, components, details.answeredWith());
    }
  }

  private static void addRequests(Content body, Components components, Class<?> request) {
    String id = LookupFields.class.isAssignableFrom(request) ? "ref" : "id";
    Schema<?> file =
        new StringSchema()
            .description(
                "As in RFC 4180, in UTF-8. The first line names the columns: text, id and other"
                    + " fields of a request that are not lists or objects, or the fields that"
                    + " textField and idField name.");
    body.addMediaType(
            StreamMediaTypes.NDJSON,
            media(
                reference(components, request),
                "two lines",
                String.format(
                    Locale.ROOT,
                    """
                    {"%1$s": "en-1", "text": "%2$s"}
                    {"%1$s": "zh-1", "text": "%3$s"}
                    """,
                    id,
                    CallDetails.NOTICE,
                    CallDetails.CHINESE)))
        .addMediaType(
            StreamMediaTypes.CSV,
            media(
                file,
                "two records",
                String.format(
                    Locale.ROOT,
                    "ref,text\r\n1,\"%s\"\r\n2,\"%s\"\r\n",
                    CallDetails.NOTICE,
                    CallDetails.CHINESE)));
  }

  private static MediaType media(Schema<?> schema, String name, String example) {
    return new MediaType()
        .schema(schema)
        .addExamples(name, new Example().summary(name).value(example));
  }

  private static void addAnswers(Operation operation, Components components, Class<?> answer) {
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
  static void describeWritten(Operation operation, Components components, CallDetails details) {
    Content content = new Content();
    if (details.lines().length == 0) {
      return;
    }
    if (details.json() != void.class) {
      content.addMediaType(
          "application/json", new MediaType().schema(reference(components, details.json())));
    }
    Schema<?> line = new Schema<>().description("One JSON object per line.");
    for (Class<?> each : details.lines()) {
      line.addOneOfItem(reference(components, each));
    }
    content.addMediaType(StreamMediaTypes.NDJSON, new MediaType().schema(line));
    if (!details.csv().isEmpty()) {
      content.addMediaType(
          StreamMediaTypes.CSV,
          new MediaType().schema(new StringSchema().description(details.csv())));
    }
    describe(operation, content);
  }

  private static void describe(Operation operation, Content content) {
    operation
        .getResponses()
        .addApiResponse("200", new ApiResponse().description("OK").content(content));
  }

  private static Schema<?> reference(Components components, Class<?> type) {
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
    return new IntegerSchema()
        .format("int64")
        .description("The line of the request to which this is the answer; the first is 1.");
  }

  private static Schema<?> schema(String name) {
    return new Schema<>().$ref("#/components/schemas/" + name);
  }
}
