package io.neardup.web.openapi;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonTypeName;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Marks the fields that a JSON object always has as required: non-null fields, and the field that
/// names its kind.
final class RequiredFields implements ModelConverter {

  private static final String OURS = "io.neardup.";
  private static final String KIND = "kind";

  @Override
  public @Nullable Schema<?> resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
    if (!chain.hasNext()) {
      return null;
    }
    Schema<?> schema = chain.next().resolve(type, context, chain);
    Class<?> raw = Json.mapper().constructType(type.getType()).getRawClass();
    if (schema != null && raw.isRecord() && raw.getName().startsWith(OURS)) {
      Schema<?> model = model(schema, context);
      if (model != null && model.getProperties() != null) {
        require(model, raw);
        nameKind(model, raw.getAnnotation(JsonTypeName.class));
      }
    }
    return schema;
  }

  /// The schema itself, or the schema it refers to; null if unknown.
  static @Nullable Schema<?> model(Schema<?> schema, ModelConverterContext context) {
    String reference = schema.get$ref();
    return reference == null
        ? schema
        : context.getDefinedModels().get(reference.substring(reference.lastIndexOf('/') + 1));
  }

  @SuppressWarnings("unchecked") // raw in the API
  private static void nameKind(Schema<?> model, @Nullable JsonTypeName kind) {
    if (kind != null) {
      Schema<String> named = Objects.requireNonNull(model.getProperties().get(KIND));
      named.setEnum(List.of(kind.value()));
    }
  }

  private static void require(Schema<?> model, Class<?> record) {
    JsonInclude include = record.getAnnotation(JsonInclude.class);
    boolean leavesOutEmpty = include != null && include.value() == JsonInclude.Include.NON_EMPTY;
    for (RecordComponent component : record.getRecordComponents()) {
      boolean mayBeMissing =
          component.getAnnotatedType().isAnnotationPresent(Nullable.class)
              || leavesOutEmpty && Collection.class.isAssignableFrom(component.getType());
      boolean known =
          model.getRequired() != null && model.getRequired().contains(component.getName());
      boolean isWritten = model.getProperties().containsKey(component.getName());
      if (isWritten && !mayBeMissing && !known) {
        model.addRequiredItem(component.getName());
      }
    }
  }
}
