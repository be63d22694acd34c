package io.neardup.web.openapi;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// Descriptions and examples from files.
///
/// @param fields descriptions of records in packages that do not know the API by `Schema`, of their
///   fields by `Schema.field`, and examples of these by `Schema.field.example`, as JSON; `*Schema`
///   stands for all names that end so
/// @param answers examples of answers, by operation id, status and media type
record OpenApiTexts(
    JsonMapper mapper, Properties fields, Map<String, Map<String, Map<String, Object>>> answers) {

  private static final String FOLDER = "/openapi/";
  private static final TypeReference<Map<String, Map<String, Map<String, Object>>>> ANSWERS =
      new TypeReference<>() {};

  static OpenApiTexts read(JsonMapper mapper) {
    Properties fields = new Properties();
    try (var file = new InputStreamReader(open("fields.properties"), StandardCharsets.UTF_8);
        InputStream answers = open("answers.json")) {
      fields.load(file);
      return new OpenApiTexts(mapper, fields, mapper.readValue(answers, ANSWERS));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InputStream open(String name) {
    return Objects.requireNonNull(OpenApiTexts.class.getResourceAsStream(FOLDER + name), name);
  }

  void addTo(OpenAPI api) {
    api.getComponents().getSchemas().forEach(this::describe);
    api.getPaths().values().stream()
        .flatMap(path -> path.readOperations().stream())
        .forEach(this::addExamples);
  }

  private void describe(String name, Schema<?> schema) {
    if (schema.getDescription() == null) {
      schema.setDescription(fields.getProperty(name));
    }
    if (schema.getProperties() != null) {
      schema
          .getProperties()
          .forEach((field, property) -> {
            if (property.getDescription() == null) {
              property.setDescription(text(name, field));
            }
            String example = text(name, field + ".example");
            if (example != null) {
              property.setExample(mapper.readValue(example, Object.class));
            }
          });
    }
  }

  private @Nullable String text(String schema, String key) {
    String text = fields.getProperty(schema + "." + key);
    for (int from = 0; text == null && from < schema.length(); from++) {
      text = fields.getProperty("*" + schema.substring(from) + "." + key);
    }
    return text;
  }

  private void addExamples(Operation operation) {
    answers
        .getOrDefault(operation.getOperationId(), Map.of())
        .forEach((status, examples) -> {
          ApiResponse response = operation.getResponses().get(status);
          if (response != null) {
            addExamples(response.getContent(), examples);
            addExamples(OpenApiStreams.answerToStream(response), examples);
          }
        });
  }

  private static void addExamples(Map<String, MediaType> content, Map<String, Object> examples) {
    content.forEach((type, media) -> {
      Object example = examples.get(type);
      if (example != null) {
        media.setExample(example);
      }
    });
  }
}
