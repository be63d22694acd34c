package io.neardup.web;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// How much a request may bring.
///
/// @param maxBody The largest JSON body, and the longest line of an NDJSON stream.
/// @param maxTextChars The longest text or HTML page, in characters.
/// @param maxQueryChars The longest encoded query of GET /duplicates, in characters.
/// @param maxMetadata The largest metadata object, as JSON text.
/// @param answerBuffer How much of an NDJSON answer waits in memory for a client that is still
///   sending, before the service stops reading more.
/// @param maxExpansion How many times larger than what came a body in gzip may become.
/// @param maxUnpacked How large an NDJSON stream in gzip may become.
@ConfigurationProperties("neardup.limits")
record RequestLimits(
    @DefaultValue("16MB") DataSize maxBody,
    @DefaultValue("5000000") int maxTextChars,
    @DefaultValue("49152") int maxQueryChars,
    @DefaultValue("64KB") DataSize maxMetadata,
    @DefaultValue("64MB") DataSize answerBuffer,
    @DefaultValue("200") int maxExpansion,
    @DefaultValue("100GB") DataSize maxUnpacked) {

  /// Rejects limits that would keep everything out, or nothing.
  RequestLimits {
    requireSize(1024, maxBody, "max-body");
    requireSize(2, maxMetadata, "max-metadata");
    requireSize(64 * 1024, answerBuffer, "answer-buffer");
    requirePositive(maxTextChars, "max-text-chars");
    requirePositive(maxQueryChars, "max-query-chars");
    requirePositive(maxExpansion, "max-expansion");
    if (maxUnpacked.toBytes() < 1024) {
      throw new IllegalArgumentException("max-unpacked must be 1KB or more, was " + maxUnpacked);
    }
  }

  /// The most bytes of a JSON body or an NDJSON line.
  int bodyBytes() {
    return (int) maxBody.toBytes();
  }

  /// The most characters of a metadata object.
  int metadataChars() {
    return (int) maxMetadata.toBytes();
  }

  /// The most bytes of answers that wait for a client.
  int answerBytes() {
    return (int) answerBuffer.toBytes();
  }

  private static void requireSize(int bytes, DataSize size, String key) {
    if (size.toBytes() < bytes || size.toBytes() > 1 << 30) {
      throw new IllegalArgumentException(
          key + " must be " + bytes + "B to 1GB, was " + size.toBytes() + "B");
    }
  }

  private static void requirePositive(int value, String key) {
    if (value < 1) {
      throw new IllegalArgumentException(key + " must be 1 or more, was " + value);
    }
  }
}
