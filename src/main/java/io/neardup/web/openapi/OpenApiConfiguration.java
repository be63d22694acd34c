package io.neardup.web.openapi;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/// The OpenAPI document: what springdoc cannot read off the controllers.
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

  private static final String JSON = "application/json";

  /// In which order calls are shown: first what a newcomer tries first.
  private static final List<String> PATHS =
      List.of(
          "/fingerprint",
          "/compare",
          "/document-frequencies",
          "/documents/{id}",
          "/documents",
          "/changes",
          "/duplicates",
          "/pairs",
          "/groups",
          "/collections",
          "/collections/{name}",
          "/collections/{name}/copies",
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
                    "Finds the stored texts that are nearly the same as a given one. Store a document, then"
                        + " look up a text that differs from it by a word.")
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
                        .description("An API key, where the service asks for one."))
                .addSecuritySchemes(
                    "bearer",
                    new SecurityScheme()
                        .type(SecurityScheme.Type.HTTP)
                        .scheme("bearer")
                        .description("An API key or a JWT, where the service asks for one.")))
        .addSecurityItem(new SecurityRequirement()) // none: on the machine itself
        .addSecurityItem(new SecurityRequirement().addList("key"))
        .addSecurityItem(new SecurityRequirement().addList("bearer"));
  }

  /// Finds out which fields of answers are always there.
  @Bean
  RequiredFields requiredFields() {
    return new RequiredFields();
  }

  @Bean
  OpenApiCustomizer problemsAndExamples(JsonMapper mapper) {
    return api -> {
      OpenApiProblems.addTo(api.getComponents());
      OpenApiLines.addTo(api.getComponents());
      api.getPaths()
          .values()
          .forEach(path -> path.readOperations().forEach(operation -> complete(operation, mapper)));
      sort(api);
    };
  }

  private static void complete(Operation operation, JsonMapper mapper) {
    OpenApiLines.describe(operation);
    OpenApiProblems.describe(operation);
    OpenApiHeaders.describe(operation);
    RequestBody body = operation.getRequestBody();
    if (body != null) {
      body.required(true);
      OpenApiExamples.of(operation.getOperationId())
          .forEach((name, json) -> {
            Example example =
                new Example().summary(name).value(mapper.readValue(json, Object.class));
            Objects.requireNonNull(body.getContent().get(JSON)).addExamples(name, example);
          });
    }
  }

  /// Puts paths and tags in the order in which they are shown.
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
