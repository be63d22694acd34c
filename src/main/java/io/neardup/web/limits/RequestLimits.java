package io.neardup.web.limits;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// Request limits: configured ones and constants.
///
/// @param maxBody Maximum size of a JSON body, and of a line of an NDJSON stream.
/// @param maxTextChars Maximum length of a text or HTML page, in characters.
/// @param memory Maximum memory of bodies and long lines in progress, estimated from their content;
///   0 for a third of the heap.
/// @param requestsPerSecond Requests per second of one caller, a stream counting as one, and
///   requests without a valid key from one address; 0 for any number.
/// @param streams Maximum of concurrent NDJSON streams, of which one caller may have three
///   quarters.
/// @param deadline Time limit of the upload of a JSON body; and of a lookup including its wait, of
///   a comparison, and of a join that is answered as one JSON value.
@ConfigurationProperties("neardup.limits")
public record RequestLimits(
    @DefaultValue("16MB") DataSize maxBody,
    @DefaultValue("5000000") int maxTextChars,
    @DefaultValue("0B") DataSize memory,
    @DefaultValue("0") int requestsPerSecond,
    @DefaultValue("16") int streams,
    @DefaultValue("30s") Duration deadline) {

  private static final int IN_CLUSTER = 8; // lookups per processor

  /// Maximum number of tokens or features sent instead of a text.
  public static final int MAX_FEATURES = 1_000_000;

  /// Maximum length of the encoded query of `GET /duplicates`, in characters.
  public static final int MAX_QUERY_CHARS = 48 << 10;

  /// Maximum ratio of the size of a gzip body to its compressed size.
  public static final int MAX_EXPANSION = 200;

  /// Maximum uncompressed size of a gzip stream, in bytes.
  public static final long MAX_UNPACKED_BYTES = 100L << 30;

  /// Maximum memory for one stream's answers that its client has not read, in bytes. When it is
  /// full, the service stops reading the stream.
  public static final long MAX_ANSWER_BYTES = 64L << 20;

  /// Rejects limits that would refuse every request or none.
  public RequestLimits {
    if (maxBody.toBytes() < 1024 || maxBody.toBytes() > 1 << 30) {
      throw new IllegalArgumentException(
          "max-body must be 1024B to 1GB, was " + maxBody.toBytes() + "B");
    }
    if (memory.toBytes() != 0 && memory.toBytes() < 1 << 20) {
      throw new IllegalArgumentException("memory must be 0B, or 1MB or more, was " + memory);
    }
    requireAtLeast(1, maxTextChars, "max-text-chars");
    requireAtLeast(0, requestsPerSecond, "requests-per-second");
    requireAtLeast(1, streams, "streams");
    if (deadline.toMillis() < 1) {
      throw new IllegalArgumentException("deadline must be 1ms or more, was " + deadline);
    }
  }

  /// Maximum size of a JSON body or an NDJSON line, in bytes.
  public int bodyBytes() {
    return (int) maxBody.toBytes();
  }

  /// Maximum memory for unread answers shared by all streams, in bytes: a 32nd of the heap. The
  /// same amount again is divided equally among the streams.
  public long sharedAnswerBytes() {
    return heap() / 32;
  }

  /// Maximum memory of bodies and long lines, in bytes.
  public long memoryBytes() {
    return memory.toBytes() != 0 ? memory.toBytes() : heap() / 3;
  }

  private static long heap() {
    return Runtime.getRuntime().maxMemory();
  }

  /// Maximum number of concurrent lookups, other long JSON requests and line batches; further ones
  /// wait, scheduled fairly among callers.
  ///
  /// @param inCluster whether they wait for other instances most of the time
  public static int lookupsAtOnce(boolean inCluster) {
    int processors = Runtime.getRuntime().availableProcessors();
    return inCluster ? IN_CLUSTER * processors : processors;
  }

  private static void requireAtLeast(int least, int value, String key) {
    if (value < least) {
      throw new IllegalArgumentException(key + " must be " + least + " or more, was " + value);
    }
  }
}
