package io.neardup.web;

import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.examples.Example;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.RequestBody;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import java.util.List;
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

  private static final String NO_KEY =
      "The service asks for a key or token, and there is none or an invalid one";
  private static final String NOT_THEIRS =
      "The key or token has not the role, or is not good for the collection";
  private static final String UNKNOWN = "There is no such document or collection";
  private static final String UNAVAILABLE =
      "The documents are still being read or cannot be stored at present; see Retry-After";
  private static final String CONFLICT =
      "The collection has documents of another profile, or is the default one";
  private static final String CHANGED = "The document is not what If-Match or If-None-Match says";
  private static final String UNUSABLE = "The fingerprint is not hex of the profile's width";
  private static final String INVALID = "A value is missing, unknown or out of range; see errors";

  @Bean
  OpenAPI openApi(ObjectProvider<BuildProperties> build) {
    BuildProperties properties = build.getIfAvailable();
    return new OpenAPI()
        .info(
            new Info()
                .title("neardup")
                .version(properties == null ? "unknown" : properties.getVersion())
                .description(
                    "Tells which texts it has already seen are nearly the same. Store a document, then"
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

  @Bean
  OpenApiCustomizer problemsAndExamples(JsonMapper mapper) {
    return api -> {
      ModelConverters.getInstance(true)
          .readAllAsResolvedSchema(Problem.class)
          .referencedSchemas
          .forEach(api.getComponents()::addSchemas);
      api.getComponents()
          .addSchemas(
              "Problem",
              ModelConverters.getInstance(true).readAllAsResolvedSchema(Problem.class).schema);
      api.getPaths()
          .values()
          .forEach(path ->
              path.readOperations()
                  .forEach(operation -> {
                    complete(operation, mapper);
                    OpenApiHeaders.describe(operation);
                  }));
    };
  }

  private static void complete(Operation operation, JsonMapper mapper) {
    String lines = OpenApiExamples.lines(operation.getOperationId());
    if (operation.getOperationId().equals("learn")) {
      describeTable(operation);
    }
    addProblem(operation, "429", "The caller calls too often; Retry-After says when to try again");
    addProblem(operation, "503", "Not at present; Retry-After says when to try again");
    boolean hasBody = operation.getRequestBody() != null;
    addProblem(operation, "400", INVALID);
    addProblem(operation, "401", NO_KEY);
    addProblem(operation, "403", NOT_THEIRS);
    addProblem(operation, "404", UNKNOWN);
    addProblem(operation, "503", UNAVAILABLE);
    if (List.of("postBackup", "getBackups").contains(operation.getOperationId())) {
      addProblem(operation, "409", "neardup.backup-dir is not configured");
    }
    if (operation.getOperationId().equals("getChanges")) {
      addProblem(operation, "410", "The cursor is too old, or from before a backup was restored");
    }
    if (List.of("putCollection", "patchCollection", "deleteCollection")
        .contains(operation.getOperationId())) {
      addProblem(operation, "409", CONFLICT);
    }
    if (List.of("putDocument", "postDocument", "patchDocument", "deleteDocument")
        .contains(operation.getOperationId())) {
      addProblem(operation, "412", CHANGED);
    }
    if (operation.getOperationId().equals("getDuplicates")) {
      addProblem(operation, "414", "The text is too long for an address; POST it");
      addProblem(operation, "422", UNUSABLE);
    }
    if (List.of("getPairs", "getGroups").contains(operation.getOperationId())) {
      addProblem(operation, "503", "As many such searches as run at once are under way");
    }
    if (!hasBody) {
      return;
    }
    addProblem(operation, "408", "The body does not arrive in time");
    addProblem(operation, "413", "The body or a text in it is too large");
    addProblem(operation, "415", "The content type is not read here");
    addProblem(operation, "422", UNUSABLE);
    Content body = operation.getRequestBody().required(true).getContent();
    OpenApiExamples.of(operation.getOperationId())
        .forEach((name, example) ->
            Objects.requireNonNull(body.get(JSON)).addExamples(name, read(mapper, name, example)));
    if (lines != null) {
      Schema<?> text = new StringSchema().description("One JSON object a line.");
      Example example = new Example().summary("two lines").value(lines);
      body.addMediaType(
          Ndjson.MEDIA_TYPE, new MediaType().schema(text).addExamples("two lines", example));
      Content ok = Objects.requireNonNull(operation.getResponses().get("200")).getContent();
      if (ok.containsKey(JSON)) {
        ok.addMediaType(Ndjson.MEDIA_TYPE, new MediaType().schema(text));
      }
    }
  }

  /// What springdoc cannot know of a call that reads and writes streams and nothing else.
  private static void describeTable(Operation operation) {
    operation.setRequestBody(new RequestBody().content(new Content()));
    Schema<?> table = new StringSchema().description("A word, a tab and a count a line.");
    operation
        .getResponses()
        .addApiResponse(
            "200",
            new ApiResponse()
                .description("OK")
                .content(
                    new Content()
                        .addMediaType(
                            DocumentFrequenciesController.TABLE, new MediaType().schema(table))));
  }

  private static Example read(JsonMapper mapper, String name, String json) {
    return new Example().summary(name).value(mapper.readValue(json, Object.class));
  }

  private static void addProblem(Operation operation, String status, String meaning) {
    Schema<?> problem = new Schema<>().$ref("#/components/schemas/Problem");
    Content content =
        new Content().addMediaType(Problem.MEDIA_TYPE, new MediaType().schema(problem));
    operation
        .getResponses()
        .addApiResponse(status, new ApiResponse().description(meaning).content(content));
  }
}
