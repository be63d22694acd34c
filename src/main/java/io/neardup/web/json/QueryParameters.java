package io.neardup.web.json;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/// How the API description shows parameters that several calls have. Each stands beside a
/// `@RequestParam` or `@PathVariable`, which Spring does not look for in other annotations.
public final class QueryParameters {

  /// Describes the choice to have matches explained.
  public static final String EXPLAINED =
      "Whether to explain each match: the table and the probe that found it, the bits that differ, and"
          + " the features that both have where their texts are known. With it, limit and nearest are"
          + " at most 100.";

  /// What a condition on metadata is.
  public static final String FILTER =
      "Only documents with this value in their metadata: a field, a colon and a value, such as"
          + " lang:en; dots lead into objects. May be given several times.";

  /// What becomes of other fields in calls that store no metadata.
  public static final String NOT_KEPT =
      "Of streams: what becomes of fields that are none of a request. refuse, which holds if left out:"
          + " the record is refused, of CSV the file; ignore, or metadata, as nothing is stored: they are left out.";

  private QueryParameters() {}

  /// The id of a document in a path.
  @Parameter(
      description =
          "1 to 512 characters, percent-encoded: https%3A%2F%2Fexample.org%2Fa for a URL.",
      example = "cat-1")
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface DocumentId {}

  /// The name of a collection.
  @Parameter(example = "default")
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface InCollection {

    /// What it is for.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }

  /// A distance up to which documents are near.
  @Parameter(
      description = "Up to which distance; the profile's own if left out.",
      schema = @Schema(type = "integer", format = "int32", minimum = "0", maximum = "512"))
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface MaxDistance {}

  /// A requested recall.
  @Parameter(schema = @Schema(type = "string"))
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Recall {

    /// What it means here.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }

  /// Conditions on metadata. [io.neardup.web.json.RequestMapper#filter] reads them: Spring would
  /// cut them at commas.
  @Parameter(description = FILTER)
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Filter {}

  /// How many to list at most.
  @Parameter(schema = @Schema(type = "integer", format = "int32", minimum = "1", maximum = "10000"))
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Limit {

    /// Of what.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }

  /// How many of the nearest documents to list.
  @Parameter(
      description =
          "List that many of the nearest documents, however far away; in place of maxDistance, recall"
              + " and limit.",
      schema = @Schema(type = "integer", format = "int32", minimum = "1", maximum = "10000"))
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Nearest {}

  /// The position of a write that a lookup has to see.
  @Parameter(
      description =
          "The position that a write was answered with: the lookup sees that write, or is refused.")
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface MinPosition {}

  /// Whether to explain matches.
  @Parameter(description = EXPLAINED, schema = @Schema(type = "boolean", defaultValue = "false"))
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Explain {}

  /// The field of a stream's records that is the text.
  @Parameter(
      description =
          "Of streams: the field, or the column of a CSV file, that is the text; text if left out.")
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface TextField {}

  /// The field of a stream's records that names them.
  @Parameter
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface IdField {

    /// What it becomes.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }

  /// What becomes of the other fields of a stream's records.
  @Parameter(
      schema =
          @Schema(
              type = "string",
              allowableValues = {"metadata", "ignore", "refuse"}))
  @Target(ElementType.PARAMETER)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface OtherFields {

    /// What each value does.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }
}
