package io.neardup.web.openapi;

import io.swagger.v3.core.util.Json;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The texts and examples of the API description, from the files in `openapi`. Types, bounds and
/// allowed values come from the code.
///
/// @param schemas texts of schemas under `.`, of fields under their names, and field examples under
///   `name.example`; `common` is for fields shared by several schemas
/// @param calls descriptions of calls
/// @param answers examples of answers, by operation id, status and media type
record OpenApiTexts(JsonNode schemas, JsonNode calls, JsonNode answers) {

  private static final String EXAMPLE = ".example";

  static OpenApiTexts read() {
    return new OpenApiTexts(yaml("fields.yaml"), yaml("calls.yaml"), yaml("answers.json"));
  }

  /// The part of the description that is the same for all calls.
  static OpenAPI base() {
    return model(yaml("base.yaml"), false);
  }

  /// The description as springdoc's model.
  ///
  /// @param is30 whether it is OpenAPI 3.0
  static OpenAPI model(JsonNode description, boolean is30) {
    try {
      String json = description.toString(); // a converted tree would lose nulls in examples
      return (is30 ? Json.mapper() : Json31.mapper()).readValue(json, OpenAPI.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode yaml(String name) {
    try (InputStream file = OpenApiTexts.class.getResourceAsStream("/openapi/" + name)) {
      Object tree = new Yaml().load(Objects.requireNonNull(file, name)); // reads JSON as well
      return JsonMapper.shared().valueToTree(tree);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Describes schemas and their fields.
  void describe(JsonNode all) {
    all.properties()
        .forEach(schema -> {
          JsonNode texts = schemas.path(schema.getKey());
          setText((ObjectNode) schema.getValue(), ".", texts);
          describeFields(schema.getValue(), texts);
        });
  }

  private void describeFields(JsonNode schema, JsonNode texts) {
    schema
        .path("properties")
        .properties()
        .forEach(field -> {
          boolean own = texts.has(field.getKey());
          setText(
              (ObjectNode) field.getValue(), field.getKey(), own ? texts : schemas.path("common"));
        });
    schema.path("allOf").forEach(part -> describeFields(part, texts));
  }

  /// Describes a parameter of a call.
  void describe(ObjectNode parameter, JsonNode call) {
    String name = parameter.path("name").asString();
    boolean own = call.path("parameters").has(name);
    if (!parameter.has("description")) {
      setText(parameter, name, own ? call.path("parameters") : calls.path("parameters"));
    }
  }

  private static void setText(ObjectNode part, String name, JsonNode texts) {
    if (texts.path(name).isString()) {
      part.set("description", texts.get(name));
    }
    if (texts.has(name + EXAMPLE)) {
      part.set("example", texts.get(name + EXAMPLE));
    }
  }
}
