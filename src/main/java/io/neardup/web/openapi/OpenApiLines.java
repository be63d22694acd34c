package io.neardup.web.openapi;

import io.neardup.web.fingerprint.DocumentFrequenciesController;
import io.neardup.web.limits.StreamMediaTypes;
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
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Describes the calls that take many requests in a stream: what a line of NDJSON is, of requests
/// and of answers, and that they take CSV.
final class OpenApiLines {

  private static final String LINE = "Line";
  private static final String PROBLEM = "ProblemLine";
  private static final String OK = "200";

  /// A call that takes streams.
  ///
  /// @param request the schema of a line
  /// @param answer the schema of its answer
  private record Stream(String request, String answer) {}

  private static final Map<String, Stream> STREAMS =
      new TreeMap<>( // in order, so that the description is the same each time
          Map.of(
              "fingerprint", new Stream("FingerprintRequest", "Fingerprint"),
              "postDuplicates", new Stream("DuplicatesRequest", "DuplicatesResponse"),
              "postDocument", new Stream("DocumentRequest", "StoredResponse")));

  private OpenApiLines() {}

  /// Adds the schemas of lines.
  static void addTo(Components components) {
    Schema<?> problem =
        ModelConverters.getInstance(true).readAllAsResolvedSchema(ProblemLine.class).schema;
    problem.addProperty("line", number());
    components.addSchemas(PROBLEM, problem);
    for (Stream stream : STREAMS.values()) {
      Schema<?> number = new ObjectSchema().addProperty("line", number());
      number.addRequiredItem("line");
      components.addSchemas(
          stream.answer + LINE, new Schema<>().allOf(List.of(schema(stream.answer), number)));
    }
  }

  private static Schema<?> number() {
    return new IntegerSchema()
        .format("int64")
        .description("The line of the request that it answers, the first being 1.");
  }

  /// Describes the streams of a call, if it takes any.
  static void describe(Operation operation) {
    String id = operation.getOperationId();
    if (id.equals("learn")) {
      operation.setRequestBody(
          new RequestBody().content(requests(new Content(), id, "DocumentRequest")));
      operation.getResponses().addApiResponse(OK, table());
    }
    Stream stream = STREAMS.get(id);
    if (stream != null) {
      requests(operation.getRequestBody().getContent(), id, stream.request);
      Schema<?> line = new Schema<>();
      line.description("A JSON object a line, for each line or record of the request.");
      line.setOneOf(List.of(schema(stream.answer + LINE), schema(PROBLEM)));
      Objects.requireNonNull(operation.getResponses().get(OK))
          .getContent()
          .addMediaType(StreamMediaTypes.NDJSON, new MediaType().schema(line));
    }
  }

  private static Content requests(Content body, String operationId, String request) {
    Schema<?> file =
        new StringSchema()
            .description(
                "As in RFC 4180, in UTF-8. The first line names the columns: text, id and other fields"
                    + " of a request that are no lists or objects, or those that textField and idField"
                    + " name.");
    return body.addMediaType(
            StreamMediaTypes.NDJSON,
            new MediaType()
                .schema(schema(request))
                .addExamples("two lines", example("two lines", OpenApiExamples.lines(operationId))))
        .addMediaType(
            StreamMediaTypes.CSV,
            new MediaType()
                .schema(file)
                .addExamples("two records", example("two records", OpenApiExamples.RECORDS)));
  }

  private static Example example(String name, String value) {
    return new Example().summary(name).value(value);
  }

  /// What springdoc cannot know of a call that writes a stream and nothing else.
  private static ApiResponse table() {
    Schema<?> table = new StringSchema().description("A word, a tab and a count a line.");
    return new ApiResponse()
        .description("OK")
        .content(
            new Content()
                .addMediaType(DocumentFrequenciesController.TABLE, new MediaType().schema(table)));
  }

  private static Schema<?> schema(String name) {
    return new Schema<>().$ref("#/components/schemas/" + name);
  }
}
