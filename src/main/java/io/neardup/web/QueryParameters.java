package io.neardup.web;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/// How the API description tells of parameters that several calls have. Each stands beside a
/// `@RequestParam`, which Spring does not look for in other annotations.
final class QueryParameters {

  /// What a condition on metadata is.
  static final String FILTER =
      "Only documents with this value in their metadata: a field, a colon and a value, such as"
          + " lang:en; dots lead into objects. May be given several times.";

  private QueryParameters() {}

  /// The name of a collection.
  @Parameter(example = "default")
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  @interface InCollection {

    /// What it is for.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }

  /// A distance up to which documents are near.
  @Parameter(
      description = "Up to which distance; the profile's own if left out.",
      schema = @Schema(type = "integer", format = "int32", minimum = "0", maximum = "512"),
      example = "64")
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  @interface MaxDistance {}

  /// A wanted recall.
  @Parameter(schema = @Schema(type = "string", defaultValue = "0.95"), example = "exact")
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Recall {

    /// What it means here.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }

  /// Conditions on metadata. [RequestReader#filter] reads them: Spring would cut them at commas.
  @Parameter(description = FILTER)
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Filter {}

  /// How many to list at most.
  @Parameter(
      schema =
          @Schema(
              type = "integer",
              format = "int32",
              minimum = "1",
              maximum = "10000",
              defaultValue = "10"))
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  @interface Limit {

    /// Of what.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }
}
