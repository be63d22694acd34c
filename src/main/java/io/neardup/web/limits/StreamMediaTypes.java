package io.neardup.web.limits;

import org.jspecify.annotations.Nullable;

/// The media types of bodies that have one request per record.
public final class StreamMediaTypes {

  public static final String NDJSON = "application/x-ndjson";
  public static final String CSV = "text/csv";

  private StreamMediaTypes() {}

  /// Whether a content type is one of them, whatever its parameters.
  public static boolean include(@Nullable String contentType) {
    return isCsv(contentType) || contentType != null && is(NDJSON, contentType);
  }

  /// Whether a content type is CSV.
  public static boolean isCsv(@Nullable String contentType) {
    return contentType != null && is(CSV, contentType);
  }

  private static boolean is(String type, String contentType) {
    return contentType.regionMatches(true, 0, type, 0, type.length());
  }
}
