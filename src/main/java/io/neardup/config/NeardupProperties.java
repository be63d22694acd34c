package io.neardup.config;

import io.neardup.index.BlockLayout;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// What can be configured about neardup itself.
///
/// @param limits what requests may bring
/// @param index how fingerprints are indexed
@ConfigurationProperties("neardup")
public record NeardupProperties(@DefaultValue Limits limits, @DefaultValue Index index) {

  /// What requests may bring.
  ///
  /// @param maxBody The largest JSON body, and the longest line of an NDJSON stream.
  /// @param maxTextChars The longest text or HTML page, in characters.
  /// @param maxQueryChars The longest text of GET /duplicates, in characters of the encoded query.
  /// @param maxMetadata The largest metadata object, as JSON text.
  /// @param answerBuffer How much of an NDJSON answer waits in memory for a client that is still
  ///   sending, before the service stops reading more.
  public record Limits(
      @DefaultValue("16MB") DataSize maxBody,
      @DefaultValue("5000000") int maxTextChars,
      @DefaultValue("49152") int maxQueryChars,
      @DefaultValue("64KB") DataSize maxMetadata,
      @DefaultValue("64MB") DataSize answerBuffer) {

    /// Rejects limits that would keep everything out.
    public Limits {
      requireAtLeast(1024, maxBody, "max-body");
      requireAtLeast(2, maxMetadata, "max-metadata");
      requireAtLeast(64 * 1024, answerBuffer, "answer-buffer");
      if (maxTextChars < 1) {
        throw new IllegalArgumentException("max-text-chars must be 1 or more, was " + maxTextChars);
      }
      if (maxQueryChars < 1) {
        throw new IllegalArgumentException(
            "max-query-chars must be 1 or more, was " + maxQueryChars);
      }
    }

    private static void requireAtLeast(int bytes, DataSize size, String key) {
      if (size.toBytes() < bytes || size.toBytes() > 1 << 30) {
        throw new IllegalArgumentException(
            key + " must be " + bytes + "B to 1GB, was " + size.toBytes() + "B");
      }
    }
  }

  /// How fingerprints are indexed.
  ///
  /// @param blocks How many blocks a fingerprint is cut into; more blocks mean more tables with
  ///   longer keys.
  /// @param exactTo Up to which distance lookups go through the tables, 0 to blocks - 1; beyond it
  ///   they look at every fingerprint.
  public record Index(@DefaultValue("4") int blocks, @DefaultValue("3") int exactTo) {

    /// The layout for fingerprints of `bits` bits.
    ///
    /// @throws IllegalArgumentException if there is none like that
    BlockLayout layout(int bits) {
      return new BlockLayout(bits, blocks, exactTo);
    }
  }
}
