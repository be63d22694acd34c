package io.neardup.web.openapi;

import io.neardup.web.ndjson.ProblemLine;
import io.neardup.web.problem.Problem;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.SpecVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// The parts of the OpenAPI document that springdoc does not derive from the controllers.
@Configuration(proxyBeanMethods = false)
@Import(RequiredFields.class)
class OpenApiConfiguration {

  @Bean
  OpenAPI openApi(ObjectProvider<BuildProperties> build) {
    BuildProperties properties = build.getIfAvailable();
    OpenAPI base = OpenApiTexts.base();
    base.getInfo().setVersion(properties == null ? "unknown" : properties.getVersion());
    return base;
  }

  @Bean
  OpenApiCustomizer words(
      @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mapping) {
    return api -> {
      Map<String, List<HandlerMethod>> methods = byName(mapping);
      addSchemas(api, methods);
      boolean is30 = api.getSpecVersion() == SpecVersion.V30;
      var described =
          (ObjectNode) JsonMapper.shared().readTree(is30 ? Json.pretty(api) : Json31.pretty(api));
      describe(described, OpenApiTexts.read(), methods);
      OpenAPI complete = OpenApiTexts.model(described, is30);
      api.paths(complete.getPaths()).components(complete.getComponents()).tags(complete.getTags());
    };
  }

  /// Controller methods by the HTTP method and path of their calls.
  private static Map<String, List<HandlerMethod>> byName(RequestMappingHandlerMapping mapping) {
    Map<String, List<HandlerMethod>> named = new HashMap<>();
    mapping
        .getHandlerMethods()
        .forEach((info, method) -> {
          String path = info.getPatternValues().iterator().next();
          info.getMethodsCondition()
              .getMethods()
              .forEach(verb ->
                  named.computeIfAbsent(verb + " " + path, _ -> new ArrayList<>()).add(method));
        });
    return named;
  }

  /// Adds the schemas of records that appear in no controller signature.
  private static void addSchemas(OpenAPI api, Map<String, List<HandlerMethod>> methods) {
    Stream<Class<?>> written =
        methods.values().stream()
            .flatMap(List::stream)
            .map(method -> method.getMethodAnnotation(CallDetails.class))
            .filter(Objects::nonNull)
            .flatMap(details ->
                Stream.concat(
                    Stream.of(details.json(), details.streamOf(), details.answeredWith()),
                    Arrays.stream(details.lines())));
    Stream.concat(written, Stream.of(Problem.class, ProblemLine.class))
        .filter(type -> type != void.class)
        .forEach(type ->
            ModelConverters.getInstance(true)
                .readAll(type)
                .forEach(api.getComponents().getSchemas()::putIfAbsent));
  }

  private static void describe(
      ObjectNode api, OpenApiTexts texts, Map<String, List<HandlerMethod>> methods) {
    ObjectNode components = api.withObjectProperty("components");
    ObjectNode schemas = components.withObjectProperty("schemas");
    nameKinds(schemas);
    schemas
        .withObject("/ProblemLine/properties/line")
        .put("type", "integer")
        .put("format", "int64");
    JsonNode calls = texts.calls().path("calls");
    Map<String, ObjectNode> operations = sorted(api, calls);
    OpenApiStreams streams = new OpenApiStreams(schemas, texts.calls().path("streams"));
    operations.forEach((name, operation) ->
        answering(name, methods).forEach(method -> streams.describe(operation, method)));
    texts.describe(schemas);
    OpenApiCalls words = new OpenApiCalls(texts);
    words.addTo(components);
    operations.forEach((name, operation) -> {
      answering(name, methods).forEach(method -> streams.addParameters(operation, method));
      words.describe(operation, calls.path(name));
    });
  }

  private static List<HandlerMethod> answering(
      String call, Map<String, List<HandlerMethod>> methods) {
    return Objects.requireNonNull(methods.get(call), call);
  }

  /// Sorts paths and tags in the order of the calls file, and returns the operations by call.
  private static Map<String, ObjectNode> sorted(ObjectNode api, JsonNode calls) {
    Map<String, ObjectNode> operations = new LinkedHashMap<>();
    JsonNode derived = api.remove("paths");
    ObjectNode paths = api.putObject("paths");
    Set<String> tags = new LinkedHashSet<>();
    for (String name : calls.propertyNames()) {
      String[] call = name.split(" ", -1);
      JsonNode path = Objects.requireNonNull(derived.get(call[1]), name);
      paths.set(call[1], path);
      var operation = (ObjectNode) path.get(call[0].toLowerCase(Locale.ROOT));
      operations.put(name, operation);
      tags.add(operation.at("/tags/0").asString());
    }
    api.remove("tags");
    tags.forEach(tag -> api.withArrayProperty("tags").addObject().put("name", tag));
    return operations;
  }

  /// Adds the values of discriminators, taken from the schemas that they distinguish.
  private static void nameKinds(ObjectNode schemas) {
    for (JsonNode schema : schemas) {
      if (schema.get("discriminator") instanceof ObjectNode kinds) {
        nameKinds(schema, kinds.withObjectProperty("mapping"), schemas);
      }
    }
  }

  private static void nameKinds(JsonNode of, ObjectNode kinds, ObjectNode schemas) {
    for (JsonNode each : of.path("oneOf")) {
      String reference = each.path("$ref").asString();
      JsonNode one = schemas.path(reference.substring(reference.lastIndexOf('/') + 1));
      if (one.has("oneOf")) {
        nameKinds(one, kinds, schemas);
      } else {
        kinds.put(one.at("/properties/kind/enum/0").asString(), reference);
      }
    }
  }
}
