package io.neardup.web.openapi;

import io.neardup.web.json.CallParameters;
import io.neardup.web.json.InQuery;
import io.swagger.v3.core.util.AnnotationsUtils;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.PathItem.HttpMethod;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import java.util.Map;
import java.util.Objects;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;

/// Describes query parameters that are fields of a request, see [InQuery], as those fields.
record OpenApiParameters(OpenAPI api) {

  private static final String OF_STREAMS = "Of streams, for all lines: ";

  void add(RequestMappingInfo mapping, HandlerMethod call) {
    for (MethodParameter each : call.getMethodParameters()) {
      if (each.hasParameterAnnotation(InQuery.class)) {
        String path = mapping.getPatternValues().iterator().next();
        RequestMethod method = mapping.getMethodsCondition().getMethods().iterator().next();
        PathItem described = Objects.requireNonNull(api.getPaths().get(path));
        add(
            Objects.requireNonNull(
                described.readOperationsMap().get(HttpMethod.valueOf(method.name()))),
            CallParameters.by(call, ""),
            each.getParameterType().getSimpleName(),
            method == RequestMethod.GET ? "" : OF_STREAMS);
      }
    }
  }

  /// @param request the schema that describes the parameters
  /// @param scope the beginning of their descriptions
  @SuppressWarnings({"rawtypes", "unchecked"}) // as the API has them
  private void add(Operation operation, CallParameters call, String request, String scope) {
    Map<String, Schema> fields =
        Objects.requireNonNull(api.getComponents().getSchemas().get(request)).getProperties();
    fields.forEach((name, field) -> {
      boolean known =
          operation.getParameters().stream().anyMatch(each -> each.getName().equals(name));
      if (call.query().containsKey(name) && !known) {
        Schema<?> schema = AnnotationsUtils.clone(field, true);
        schema.description(null).exclusiveMinimumValue(field.getExclusiveMinimumValue());
        schema.setExample(null); // which forms would send
        schema.setExampleSetFlag(false);
        operation.addParametersItem(
            new QueryParameter()
                .name(name)
                .description(scope + field.getDescription())
                .required(false)
                .schema(schema));
      }
    });
  }
}
