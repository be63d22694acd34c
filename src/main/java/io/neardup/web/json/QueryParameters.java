package io.neardup.web.json;

import io.neardup.service.lookup.LookupLimits;
import io.neardup.simhash.Fingerprint;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/// Descriptions of parameters and fields that several calls have.
public final class QueryParameters {

  public static final String MAX_DISTANCE =
      "Maximum distance of near-duplicates, in bits; by default that of the collection.";

  public static final String MIN_SIMILARITY =
      "Minimum similarity of the features of near-duplicates, 0 to 1, in collections that verify"
          + " candidates; by default that of the profile. With maxDistance alone, the distance"
          + " decides.";

  public static final String MATCHES = "Maximum number of matches in the answer, 10 by default.";

  public static final String COLLECTIONS =
      "The collection, default if omitted; or several: names and patterns such as crawl-*,"
          + " separated by commas. With several, matches have their collection, and limit counts"
          + " for all together.";

  /// The name of a collection in a path.
  public static final String PATH_NAME = "The name of the collection.";

  /// The id of a job in a path.
  public static final String JOB_ID = "The id of the job.";

  public static final String RECALL =
      "The requested probability of finding a match at maxDistance: 'exact' or a number above 0, at"
          + " most 1; 0.95 by default. Nearer matches are found with a higher probability.";

  public static final String MIN_POSITION =
      "The position returned by a write: the lookup sees that write, or is refused.";

  /// The largest distance, for annotations.
  public static final String MAX_BITS = "" + Fingerprint.MAX_BITS;

  /// The largest `limit` and `nearest`, for annotations.
  public static final String MAX_LIMIT = "" + LookupLimits.MAX_LIMIT;

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
  @Parameter(description = "The collection; default if omitted.", example = "default")
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface InCollection {}

  /// The names of collections that are searched together.
  @Parameter(description = COLLECTIONS, example = "default")
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface InCollections {}

  /// The maximum distance of near-duplicates.
  @Parameter(
      description = MAX_DISTANCE,
      schema = @Schema(type = "integer", format = "int32", minimum = "0", maximum = MAX_BITS))
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface MaxDistance {}

  /// A minimum similarity.
  @Parameter(
      description = MIN_SIMILARITY,
      schema = @Schema(type = "number", format = "double", minimum = "0", maximum = "1"))
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface MinSimilarity {}

  /// Conditions on metadata.
  @Parameter(
      description =
          "Only documents with this value in their metadata: a field, a colon and a value, such as"
              + " lang:en; dots select fields of objects. May be given several times.")
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Filter {}

  /// The maximum number of results in an answer.
  @Parameter(
      schema = @Schema(type = "integer", format = "int32", minimum = "1", maximum = MAX_LIMIT))
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Limit {

    /// Which results.
    @AliasFor(annotation = Parameter.class, attribute = "description")
    String value();
  }
}
