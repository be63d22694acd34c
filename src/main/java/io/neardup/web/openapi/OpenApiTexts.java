package io.neardup.web.openapi;

import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/// The words and examples of the API description, from the files in `openapi`. The code has types,
/// bounds and allowed values.
///
/// @param schemas texts of schemas by `.`, of their fields by name, and examples of these by
///   `name.example`; `common` has those of fields that several schemas have
/// @param calls descriptions of calls
/// @param answers examples of answers, by operation id, status and media type
record OpenApiTexts(
    Map<String, Map<String, Object>> schemas,
    CallTexts calls,
    Map<String, Map<String, Map<String, Object>>> answers) {

  private static final String EXAMPLE = ".example";

  static OpenApiTexts read(JsonMapper mapper) {
    return new OpenApiTexts(
        mapper.convertValue(yaml("fields.yaml"), new TypeReference<>() {}),
        mapper.convertValue(yaml("calls.yaml"), CallTexts.class),
        read(
            "answers.json",
            file ->
                mapper.readValue(
                    file, new TypeReference<Map<String, Map<String, Map<String, Object>>>>() {})));
  }

  /// The part of the description that is the same for all calls.
  static OpenAPI base() {
    return Json31.mapper().convertValue(yaml("base.yaml"), OpenAPI.class);
  }

  private static Object yaml(String name) {
    return read(name, file -> new Yaml().load(file));
  }

  private static <T> T read(String name, Function<InputStream, T> reader) {
    try (InputStream file = OpenApiTexts.class.getResourceAsStream("/openapi/" + name)) {
      return reader.apply(Objects.requireNonNull(file, name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Describes schemas and their fields.
  @SuppressWarnings("rawtypes") // as the API has them
  void describe(Map<String, Schema> all) {
    all.forEach((name, schema) -> {
      Map<String, Object> texts = schemas.getOrDefault(name, Map.of());
      if (texts.get(".") instanceof String text) {
        schema.setDescription(text);
      }
      describeFields(schema, texts);
    });
  }

  @SuppressWarnings({"rawtypes", "unchecked"}) // as the API has them
  private void describeFields(Schema<?> schema, Map<String, Object> texts) {
    Map<String, Object> common = schemas.getOrDefault("common", Map.of());
    if (schema.getProperties() != null) {
      schema
          .getProperties()
          .forEach(
              (name, field) -> describe(name, field, texts.containsKey(name) ? texts : common));
    }
    if (schema.getAllOf() != null) {
      schema.getAllOf().forEach(part -> describeFields(part, texts));
    }
  }

  private static void describe(String name, Schema<?> field, Map<String, Object> texts) {
    if (texts.get(name) instanceof String text) {
      field.setDescription(text);
    }
    Object example = texts.get(name + EXAMPLE);
    if (example != null) {
      field.setExample(example);
    }
  }

  /// Describes a parameter of a call.
  void describe(Parameter parameter, CallTexts.Call call) {
    String name = parameter.getName();
    Map<String, Object> texts =
        call.parameters().containsKey(name) ? call.parameters() : calls.parameters();
    if (parameter.getDescription() == null && texts.get(name) instanceof String text) {
      parameter.setDescription(text);
      parameter.setExample(texts.get(name + EXAMPLE));
    }
  }

  /// An example of an answer; null without one.
  @Nullable Object answer(String operationId, String status, String type) {
    return answers.getOrDefault(operationId, Map.of()).getOrDefault(status, Map.of()).get(type);
  }
}
