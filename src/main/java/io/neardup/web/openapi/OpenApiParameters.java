package io.neardup.web.openapi;

import io.neardup.web.json.CallParameters;
import io.neardup.web.json.InQuery;
import io.swagger.v3.core.util.AnnotationsUtils;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.parameters.QueryParameter;
import java.util.Map;
import java.util.Objects;
import org.springframework.core.MethodParameter;
import org.springframework.web.method.HandlerMethod;

/// Describes query parameters that are fields of a request, see [InQuery], as those fields.
///
/// @param schemas those of requests
@SuppressWarnings("rawtypes") // as the API has them
record OpenApiParameters(Map<String, Schema> schemas) {

  private static final String OF_STREAMS = "Of streams, for all lines: ";

  void add(Operation operation, HandlerMethod call) {
    CallParameters known = CallParameters.by(call, "");
    for (MethodParameter each : call.getMethodParameters()) {
      if (each.hasParameterAnnotation(InQuery.class)) {
        add(
            operation,
            known,
            each.getParameterType().getSimpleName(),
            operation.getRequestBody() == null ? "" : OF_STREAMS);
      }
    }
  }

  /// @param request the schema that describes the parameters
  /// @param scope the beginning of their descriptions
  @SuppressWarnings("unchecked")
  private void add(Operation operation, CallParameters call, String request, String scope) {
    Map<String, Schema> fields = Objects.requireNonNull(schemas.get(request)).getProperties();
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
