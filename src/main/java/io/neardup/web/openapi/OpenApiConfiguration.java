package io.neardup.web.openapi;

import io.neardup.web.problem.RequestIdValve;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Discriminator;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.Parameter;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.json.JsonMapper;

/// The parts of the OpenAPI document that springdoc does not derive from the controllers.
@Configuration(proxyBeanMethods = false)
@Import(RequiredFields.class)
class OpenApiConfiguration {

  private static final String JSON = "application/json";
  private static final CallDetails NO_DETAILS =
      AnnotationUtils.synthesizeAnnotation(CallDetails.class);

  /// The order of calls, those for a first try first.
  private static final List<String> PATHS =
      List.of(
          "/fingerprint",
          "/compare",
          "/document-frequencies",
          "/documents/{id}",
          "/documents",
          "/changes",
          "/duplicates",
          "/passages",
          "/pairs",
          "/groups",
          "/collections",
          "/collections/{name}",
          "/collections/{name}/copies",
          "/collections/{name}/jobs",
          "/jobs",
          "/jobs/{id}",
          "/jobs/{id}/results",
          "/jobs/{id}/apply",
          "/jobs/{id}/undo",
          "/jobs/{id}/restart",
          "/evaluate",
          "/collections/{name}/samples",
          "/collections/{name}/judgements",
          "/collections/{name}/boilerplate",
          "/admin/backups");

  @Bean
  OpenAPI openApi(ObjectProvider<BuildProperties> build) {
    BuildProperties properties = build.getIfAvailable();
    return new OpenAPI()
        .info(
            new Info()
                .title("neardup")
                .version(properties == null ? "unknown" : properties.getVersion())
                .description(
                    "Finds the stored texts that are nearly the same as a given one. Store a"
                        + " document, then look up a text that differs from it by a word. The [web"
                        + " page](/) compares and finds texts without a program.")
                .license(
                    new License()
                        .name("Apache-2.0")
                        .url("https://www.apache.org/licenses/LICENSE-2.0")))
        .servers(List.of(new Server().url("/").description("This service")))
        .components(
            new Components()
                .addSecuritySchemes(
                    "key",
                    new SecurityScheme()
                        .type(SecurityScheme.Type.APIKEY)
                        .in(SecurityScheme.In.HEADER)
                        .name("X-API-Key")
                        .description("An API key, if the service requires one."))
                .addSecuritySchemes(
                    "bearer",
                    new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .description("An API key or a JWT, if the service requires one.")))
        .addSecurityItem(new SecurityRequirement()) // none is required in mode loopback
        .addSecurityItem(new SecurityRequirement().addList("key"))
        .addSecurityItem(new SecurityRequirement().addList("bearer"));
  }

  @Bean
  @Order(0)
  OpenApiCustomizer details(
      @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping calls,
      JsonMapper mapper) {
    return api -> {
      Map<String, CallDetails> details = new HashMap<>();
      calls
          .getHandlerMethods()
          .values()
          .forEach(call -> {
            CallDetails own = call.getMethodAnnotation(CallDetails.class);
            if (own != null) {
              var operation =
                  call.getMethodAnnotation(io.swagger.v3.oas.annotations.Operation.class);
              details.put(Objects.requireNonNull(operation).operationId(), own);
            }
          });
      nameKinds(api.getComponents().getSchemas());
      calls.getHandlerMethods().forEach(new OpenApiParameters(api)::add);
      OpenApiProblems.addTo(api.getComponents());
      sort(api);
      api.getPaths().values().stream()
          .flatMap(path -> path.readOperations().stream())
          .forEach(operation ->
              complete(
                  operation,
                  api.getComponents(),
                  details.getOrDefault(operation.getOperationId(), NO_DETAILS),
                  mapper));
    };
  }

  /// Adds the texts that are not at the records and calls.
  @Bean
  @Order(Ordered.LOWEST_PRECEDENCE)
  OpenApiCustomizer texts(JsonMapper mapper) {
    OpenApiTexts texts = OpenApiTexts.read(mapper);
    return texts::addTo;
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

  private static void complete(
      Operation operation, Components components, CallDetails details, JsonMapper mapper) {
    for (Parameter each :
        Objects.requireNonNullElse(operation.getParameters(), List.<Parameter>of())) {
      forbidNull(each.getSchema());
    }
    OpenApiStreams.describeWritten(operation, components, details);
    OpenApiStreams.describe(operation, components, details);
    OpenApiProblems.describe(operation, details.refusals());
    operation
        .getResponses()
        .forEach((status, response) -> {
          if (status.compareTo("400") < 0) {
            addRequestId(response);
            addHeaders(status, response, details);
          }
        });
    RequestBody body = operation.getRequestBody();
    if (body != null) {
      body.required(true);
      for (CallDetails.Example each : details.examples()) {
        Example example =
            new Example().summary(each.name()).value(mapper.readValue(each.json(), Object.class));
        body.getContent()
            .forEach((type, content) -> {
              if (type.equals(JSON) || type.endsWith("+json")) {
                content.addExamples(each.name(), example);
              }
            });
      }
    }
  }

  /// A parameter is absent rather than null.
  private static void forbidNull(Schema<?> parameter) {
    if (parameter.getTypes() != null) {
      parameter.getTypes().remove("null");
    } else {
      parameter.setNullable(null); // in OpenAPI 3.0
    }
  }

  /// Adds the header that every answer has.
  static void addRequestId(ApiResponse response) {
    OpenApiProblems.addHeader(
        response, RequestIdValve.HEADER, "The id of the request, which its log lines have");
  }

  private static void addHeaders(String status, ApiResponse response, CallDetails details) {
    for (CallDetails.AnswerHeader header : details.headers()) {
      if (header.statuses().length == 0 || List.of(header.statuses()).contains(status)) {
        OpenApiProblems.addHeader(response, header.name(), header.description());
      }
    }
  }

  /// Sorts paths and tags.
  private static void sort(OpenAPI api) {
    Paths sorted = new Paths();
    api.getPaths().entrySet().stream()
        .sorted(
            Comparator.comparingInt((Map.Entry<String, PathItem> path) ->
                    PATHS.indexOf(path.getKey()) & Integer.MAX_VALUE)
                .thenComparing(Map.Entry::getKey))
        .forEach(path -> sorted.addPathItem(path.getKey(), path.getValue()));
    api.setPaths(sorted);
    api.setTags(
        sorted.values().stream()
            .flatMap(path -> path.readOperations().stream())
            .flatMap(operation -> operation.getTags().stream())
            .distinct()
            .map(name -> new Tag().name(name))
            .toList());
  }
}
