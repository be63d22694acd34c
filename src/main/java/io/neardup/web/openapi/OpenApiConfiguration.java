package io.neardup.web.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.media.Discriminator;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.json.JsonMapper;

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
      @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping calls,
      JsonMapper mapper) {
    return api -> describe(api, OpenApiTexts.read(mapper), calls.getHandlerMethods());
  }

  @SuppressWarnings("rawtypes") // as the API has them
  private static void describe(
      OpenAPI api, OpenApiTexts texts, Map<RequestMappingInfo, HandlerMethod> methods) {
    Components components = api.getComponents();
    Map<String, Schema> schemas = components.getSchemas();
    nameKinds(schemas);
    OpenApiProblems.addTo(components, texts.calls());
    OpenApiStreams streams = new OpenApiStreams(components, texts.calls().streams());
    List<Call> calls = sorted(api, texts.calls(), byName(methods));
    calls.forEach(call -> call.methods.forEach(method -> streams.describe(call.operation, method)));
    texts.describe(schemas);
    OpenApiParameters parameters = new OpenApiParameters(schemas);
    OpenApiCalls words = new OpenApiCalls(texts);
    calls.forEach(call -> {
      call.methods.forEach(method -> parameters.add(call.operation, method));
      words.describe(call.operation, call.texts);
    });
  }

  /// A call, and the methods of controllers that answer it.
  private record Call(Operation operation, CallTexts.Call texts, List<HandlerMethod> methods) {}

  /// By method and path.
  private static Map<String, List<HandlerMethod>> byName(
      Map<RequestMappingInfo, HandlerMethod> methods) {
    Map<String, List<HandlerMethod>> named = new HashMap<>();
    methods.forEach((mapping, method) -> {
      for (RequestMethod verb : mapping.getMethodsCondition().getMethods()) {
        String name = verb + " " + mapping.getPatternValues().iterator().next();
        named.computeIfAbsent(name, _ -> new ArrayList<>()).add(method);
      }
    });
    return named;
  }

  /// Sorts paths and tags as the calls of the file, and returns the calls.
  private static List<Call> sorted(
      OpenAPI api, CallTexts texts, Map<String, List<HandlerMethod>> methods) {
    List<Call> calls = new ArrayList<>();
    Paths paths = new Paths();
    Set<String> tags = new LinkedHashSet<>();
    texts
        .calls()
        .forEach((name, text) -> {
          int space = name.indexOf(' ');
          String address = name.substring(space + 1);
          PathItem path = Objects.requireNonNull(api.getPaths().get(address), name);
          HttpMethod method = HttpMethod.valueOf(name.substring(0, space));
          Operation operation = Objects.requireNonNull(path.readOperationsMap().get(method), name);
          calls.add(new Call(operation, text, Objects.requireNonNull(methods.get(name), name)));
          paths.addPathItem(address, path);
          tags.addAll(operation.getTags());
        });
    api.setPaths(paths);
    api.setTags(tags.stream().map(name -> new Tag().name(name)).toList());
    return calls;
  }

  /// Adds the values of discriminators, which are those of the schemas that they distinguish.
  @SuppressWarnings("rawtypes") // as the API has them
  private static void nameKinds(Map<String, Schema> schemas) {
    schemas.forEach((name, schema) -> {
      if (schema.getDiscriminator() != null) {
        nameKinds(schema, schema.getDiscriminator(), schemas);
      }
    });
  }

  @SuppressWarnings({"rawtypes", "unchecked"})
  private static void nameKinds(Schema<?> of, Discriminator kinds, Map<String, Schema> schemas) {
    for (Schema<?> each : of.getOneOf()) {
      String reference = each.get$ref();
      Schema<?> one =
          Objects.requireNonNull(schemas.get(reference.substring(reference.lastIndexOf('/') + 1)));
      if (one.getOneOf() != null) {
        nameKinds(one, kinds, schemas);
      } else {
        Schema<?> kind = Objects.requireNonNull(one.getProperties().get(kinds.getPropertyName()));
        kinds.mapping((String) kind.getEnum().getFirst(), reference);
      }
    }
  }
}
