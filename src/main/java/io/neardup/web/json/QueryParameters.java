package io.neardup.web.json;

import io.neardup.service.lookup.LookupLimits;
import io.neardup.simhash.Fingerprint;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Bounds of parameters and fields shared by several calls.
public final class QueryParameters {

  /// The largest distance, for annotations.
  public static final String MAX_BITS = "" + Fingerprint.MAX_BITS;

  /// The largest `limit` and `nearest`, for annotations.
  public static final String MAX_LIMIT = "" + LookupLimits.MAX_LIMIT;

  private QueryParameters() {}

  /// The maximum number of results in an answer.
  @Schema(minimum = "1", maximum = MAX_LIMIT)
  @Target(ElementType.FIELD)
  @Retention(RetentionPolicy.RUNTIME)
  public @interface Limit {}
}
